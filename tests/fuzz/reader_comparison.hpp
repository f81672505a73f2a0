#pragma once

#include "connectors/formats/record_reader.hpp"
#include "tests/connectors/formats/text_in_memory.hpp"

#include <cstdlib>
#include <memory>

namespace faucet::fuzz {

/// The first byte chooses block size and options, the rest is the text. `make` makes a reader of a
/// text and of that byte. Aborts where the records, or that there is an error, depend on the size
/// of the blocks.
template <class Make>
void compare_block_sizes(const uint8_t* data, size_t size, Make make) {
  if (size == 0) {
    return;
  }
  std::string text{reinterpret_cast<const char*>(data + 1), size - 1};
  auto policy = (data[0] & 4) != 0 ? invalid_utf8::replace : invalid_utf8::refuse;
  auto read = [&](block_sizes sizes, size_t piece) {
    auto reader = make(text_in_memory(text, sizes, policy, piece), data[0]);
    return records_of(*reader, 1);
  };
  auto whole = read({}, text.size() + 1);
  auto small = read({size_t{1} + data[0] / 8}, size_t{1} + data[0] % 8);
  // Which of several errors is found first, and what is read before it, may depend on the blocks.
  auto failed = [](const std::string& records) {
    return !records.empty() && records.back() != '\n';
  };
  if (failed(whole) != failed(small) || (!failed(whole) && whole != small)) {
    std::abort();
  }
}

} // namespace faucet::fuzz
