#include "connectors/transforms/unicode_text.hpp"

#include <cwctype>

namespace faucet {

namespace {

/// Numbers that the C library counts as punctuation: superscripts, fractions, numbers in circles.
bool is_number_sign(char32_t c) noexcept {
  return c == 0xb2 || c == 0xb3 || c == 0xb9 || (c >= 0xbc && c <= 0xbe)
         || (c >= 0x2070 && c <= 0x2089 && c != 0x2071 && (c < 0x207a || c > 0x207f))
         || (c >= 0x2150 && c <= 0x2189) || (c >= 0x2460 && c <= 0x249b)
         || (c >= 0x24ea && c <= 0x24ff) || (c >= 0x2776 && c <= 0x2793);
}

constexpr bool is_ascii_letter(char32_t c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

} // namespace

locale_t unicode_locale() noexcept {
  static const locale_t result = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  return result;
}

char32_t take_character(std::string_view& text) noexcept {
  auto byte = [&](size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(text[i])); };
  auto first = byte(0);
  size_t size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (text.size() < size) { // not UTF-8: nothing beyond the end is read
    size = 1;
  }
  auto result = size == 1 ? first : first & (0xffU >> (size + 1));
  for (size_t i = 1; i < size; ++i) {
    result = (result << 6) | (byte(i) & 0x3f);
  }
  text.remove_prefix(size);
  return result;
}

void append_character(std::string& out, char32_t c) {
  auto put = [&out](char32_t byte) { out += static_cast<char>(byte); };
  if (c < 0x80) {
    put(c);
    return;
  }
  if (c < 0x800) {
    put(0xc0 | (c >> 6));
  } else {
    if (c < 0x10000) {
      put(0xe0 | (c >> 12));
    } else {
      put(0xf0 | (c >> 18));
      put(0x80 | ((c >> 12) & 0x3f));
    }
    put(0x80 | ((c >> 6) & 0x3f));
  }
  put(0x80 | (c & 0x3f));
}

bool is_white_space(char32_t c) noexcept {
  return (c >= 9 && c <= 13) || c == ' ' || c == 0x85 || c == 0xa0 || c == 0x1680
         || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f
         || c == 0x3000;
}

bool is_word_character(char32_t c) noexcept {
  if (c < 0x80) {
    return is_ascii_letter(c) || (c >= '0' && c <= '9');
  }
  return iswalnum_l(static_cast<wint_t>(c), unicode_locale()) != 0 || is_number_sign(c);
}

std::string_view trimmed(std::string_view text) noexcept {
  auto rest = text;
  while (!rest.empty() && is_white_space(take_character(rest))) {
    text = rest;
  }
  auto end = size_t{0};
  rest = text;
  while (!rest.empty()) {
    if (!is_white_space(take_character(rest))) {
      end = text.size() - rest.size();
    }
  }
  return text.substr(0, end);
}

} // namespace faucet
