#pragma once

#include <locale.h>

#include <string>
#include <string_view>

namespace faucet {

/// Takes the first character off the front of valid UTF-8 that is not empty.
char32_t take_character(std::string_view& text) noexcept;

void append_character(std::string& out, char32_t c);

/// Unicode's property White_Space, which has more than the C library's.
bool is_white_space(char32_t c) noexcept;

/// A letter, a mark that belongs to one, a digit or another number.
bool is_word_character(char32_t c) noexcept;

/// The C library's view of Unicode, whatever the locale of the process.
locale_t unicode_locale() noexcept;

/// Without white space at either end.
std::string_view trimmed(std::string_view text) noexcept;

} // namespace faucet
