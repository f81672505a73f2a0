#include "connectors/formats/line_counter.hpp"

#include <algorithm>
#include <cstring>

namespace faucet {

namespace {

using lanes = uint8_t __attribute__((vector_size(16)));

/// As std::count, many bytes at a time.
uint64_t count(std::string_view text, char wanted) noexcept {
  constexpr size_t most_steps = 255; // until a lane would overflow
  uint64_t result = 0;
  while (text.size() >= sizeof(lanes)) {
    auto steps = std::min(most_steps, text.size() / sizeof(lanes));
    lanes sums = {};
    for (size_t i = 0; i < steps; ++i) {
      lanes bytes;
      std::memcpy(&bytes, text.data() + i * sizeof(lanes), sizeof(lanes));
      sums -= static_cast<lanes>(bytes == static_cast<uint8_t>(wanted));
    }
    for (size_t i = 0; i < sizeof(lanes); ++i) {
      result += sums[i];
    }
    text.remove_prefix(steps * sizeof(lanes));
  }
  return result + static_cast<uint64_t>(std::count(text.begin(), text.end(), wanted));
}

} // namespace

void line_counter::add(std::string_view text) noexcept {
  if (text.empty()) {
    return;
  }
  if (after_cr_ && text[0] == '\n') {
    --line_ends_; // counted at the CR
  }
  line_ends_ += count(text, '\n');
  for (auto at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1)) {
    if (at + 1 == text.size() || text[at + 1] != '\n') {
      ++line_ends_;
    }
  }
  after_cr_ = text.back() == '\r';
}

} // namespace faucet
