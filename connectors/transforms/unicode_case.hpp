#pragma once

#include <string>
#include <string_view>

namespace faucet {

bool is_lower_case(char32_t c) noexcept;
bool is_upper_case(char32_t c) noexcept;

// Case mappings of Unicode, the ones that change the number of characters (ß → SS) included; none
// depends on a language. `out` is appended to.

void append_upper(std::string& out, char32_t c);
void append_upper(std::string& out, std::string_view text);

void append_lower(std::string& out, char32_t c);
/// A Σ at the end of a word becomes ς.
void append_lower(std::string& out, std::string_view text);

/// The first character in upper case, the others as they are.
void append_capitalized(std::string& out, std::string_view text);

} // namespace faucet
