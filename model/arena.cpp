#include "model/arena.hpp"

#include <cstring>

namespace faucet {

namespace {

constexpr size_t chunk_size = size_t{64} << 10;

} // namespace

void* arena::allocate_slow(size_t size) {
  used_ += size;
  if (size > chunk_size / 4) { // a chunk of its own; the current one stays open
    chunks_.push_back(std::unique_ptr<char[]>(new char[size]));
    return chunks_.back().get();
  }
  chunks_.push_back(std::unique_ptr<char[]>(new char[chunk_size]));
  next_ = chunks_.back().get();
  end_ = next_ + chunk_size;
  auto* result = next_;
  next_ += size;
  return result;
}

std::string_view arena::copy(std::string_view text) {
  if (text.empty()) {
    return {};
  }
  auto* target = static_cast<char*>(allocate(text.size()));
  std::memcpy(target, text.data(), text.size());
  return {target, text.size()};
}

} // namespace faucet
