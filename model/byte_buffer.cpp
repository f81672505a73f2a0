#include "model/byte_buffer.hpp"

#include <algorithm>

namespace faucet {

void byte_buffer::grow(size_t bytes) {
  constexpr size_t smallest = 256;
  auto used = size();
  auto capacity = std::max({smallest, used + bytes, used * 2});
  auto memory = std::unique_ptr<char[]>(new char[capacity]); // left uninitialised
  if (used != 0) {
    std::memcpy(memory.get(), memory_.get(), used);
  }
  memory_ = std::move(memory);
  next_ = memory_.get() + used;
  end_ = memory_.get() + capacity;
}

} // namespace faucet
