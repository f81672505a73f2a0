#include "connectors/transforms/unicode_case.hpp"

#include "connectors/transforms/unicode_text.hpp"
#include "connectors/transforms/unicode_upper.hpp"

#include <cwctype>

namespace faucet {

namespace {

constexpr char32_t capital_i_with_dot = 0x130;
constexpr char32_t combining_dot = 0x307;
constexpr char32_t capital_sigma = 0x3a3;
constexpr char32_t final_sigma = 0x3c2;

/// Marks and signs that neither end a word nor belong to its letters.
constexpr bool is_ignored_in_words(char32_t c) noexcept {
  return c == '\'' || c == '.' || c == ':' || c == 0xb7 || c == 0x2019 || (c >= 0x300 && c < 0x370);
}

bool has_case(char32_t c) noexcept {
  return is_lower_case(c) || is_upper_case(c);
}

bool starts_with_letter(std::string_view text) noexcept {
  while (!text.empty()) {
    if (auto c = take_character(text); !is_ignored_in_words(c)) {
      return has_case(c);
    }
  }
  return false;
}

} // namespace

bool is_lower_case(char32_t c) noexcept {
  return c < 0x80 ? c >= 'a' && c <= 'z'
                  : iswlower_l(static_cast<wint_t>(c), unicode_locale()) != 0;
}

bool is_upper_case(char32_t c) noexcept {
  if (c < 0x80) {
    return c >= 'A' && c <= 'Z';
  }
  return iswupper_l(static_cast<wint_t>(c), unicode_locale()) != 0 && !is_lower_case(c);
}

void append_upper(std::string& out, char32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c);
  } else if (auto several = upper_of_several(c); !several.empty()) {
    for (auto x : several) {
      append_character(out, x);
    }
  } else {
    append_character(out, towupper_l(static_cast<wint_t>(c), unicode_locale()));
  }
}

void append_upper(std::string& out, std::string_view text) {
  while (!text.empty()) {
    append_upper(out, take_character(text));
  }
}

void append_lower(std::string& out, char32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
  } else if (c == capital_i_with_dot) {
    out += 'i';
    append_character(out, combining_dot);
  } else {
    append_character(out, towlower_l(static_cast<wint_t>(c), unicode_locale()));
  }
}

void append_lower(std::string& out, std::string_view text) {
  auto in_word = false;
  while (!text.empty()) {
    auto c = take_character(text);
    if (c == capital_sigma && in_word && !starts_with_letter(text)) {
      append_character(out, final_sigma);
    } else {
      append_lower(out, c);
    }
    in_word = is_ignored_in_words(c) ? in_word : has_case(c);
  }
}

void append_capitalized(std::string& out, std::string_view text) {
  if (!text.empty()) {
    append_upper(out, take_character(text));
    out += text;
  }
}

} // namespace faucet
