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

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  constexpr std::string_view plain =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    "-._~";
  std::string result;
  for (auto c : text) {
    if (plain.find(c) != std::string_view::npos) {
      result += c;
      continue;
    }
    auto octet = static_cast<unsigned char>(c);
    result += {'%', digits[octet >> 4], digits[octet & 0x0F]};
  }
  return result;
}

} // namespace faucet
