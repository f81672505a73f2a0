#include "model/percent_escapes.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace faucet {

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    uint8_t octet = 0;
    const auto* end = text.data() + std::min(i + 3, text.size());
    if (auto [at, failure] = std::from_chars(text.data() + i + 1, end, octet, 16);
        failure != std::errc{} || at != text.data() + i + 3) {
      return std::nullopt;
    }
    result += static_cast<char>(octet);
    i += 2;
  }
  return result;
}

} // namespace faucet
