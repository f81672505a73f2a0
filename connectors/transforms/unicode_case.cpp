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

/// Marks and signs that neither end a word nor belong to its letters: the commonest of Unicode's
/// Case_Ignorable.
constexpr bool is_ignored_in_words(char32_t c) noexcept {
  constexpr std::u32string_view signs =
    U"'.:^`\u00a8\u00ad\u00af\u00b4\u00b7\u00b8\u2018\u2019\u2024\u2027";
  return signs.find(c) != std::u32string_view::npos || (c >= 0x2b0 && c < 0x370)
         || (c >= 0x200b && c <= 0x200f);
}

bool has_case(char32_t c) noexcept {
  auto x = static_cast<wint_t>(c);
  return iswlower_l(x, unicode_locale()) != 0 || iswupper_l(x, unicode_locale()) != 0;
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
  if (c < 0x80) {
    return c >= 'a' && c <= 'z';
  }
  auto x = static_cast<wint_t>(c);
  return iswlower_l(x, unicode_locale()) != 0 && towlower_l(x, unicode_locale()) == x;
}

bool is_upper_case(char32_t c) noexcept {
  if (c < 0x80) {
    return c >= 'A' && c <= 'Z';
  }
  auto x = static_cast<wint_t>(c);
  return iswupper_l(x, unicode_locale()) != 0 && towupper_l(x, unicode_locale()) == x;
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
