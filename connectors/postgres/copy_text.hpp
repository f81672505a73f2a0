#pragma once

#include "model/byte_buffer.hpp"

#include <string_view>

namespace faucet {

/// A NULL in the text format of COPY.
inline constexpr std::string_view copied_null = "\\N";

/// Appends a text as a field of COPY's text format, line feeds, tabs and backslashes escaped. False
/// where it holds a zero byte, which no text of PostgreSQL can; then nothing is appended.
bool append_copied(byte_buffer& out, std::string_view text);

} // namespace faucet
