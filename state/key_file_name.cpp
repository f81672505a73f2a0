#include "state/key_file_name.hpp"

#include <charconv>

namespace faucet {

std::string key_to_stem(std::string_view key) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string result;
  for (auto c : key) {
    auto byte = static_cast<unsigned char>(c);
    auto is_plain =
      (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
    if (is_plain) {
      result += c;
    } else {
      result += {'%', digits[byte >> 4], digits[byte & 15]};
    }
  }
  return result;
}

std::string stem_to_key(std::string_view stem) {
  std::string result;
  for (size_t i = 0; i < stem.size(); ++i) {
    unsigned byte = 0;
    if (stem[i] == '%' && i + 2 < stem.size()
        && std::from_chars(stem.data() + i + 1, stem.data() + i + 3, byte, 16).ec == std::errc{}) {
      result += static_cast<char>(byte);
      i += 2;
    } else {
      result += stem[i];
    }
  }
  return result;
}

} // namespace faucet
