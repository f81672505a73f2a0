#pragma once

#include "model/byte_buffer.hpp"

#include <string_view>

namespace faucet {

/// Appends octets as PostgreSQL's hexadecimal text.
void append_bytea(byte_buffer& out, std::string_view octets);

/// The same for octets that are given in base64 (RFC 4648 §4), with padding. False where the text
/// is none; then what was appended is of no use. Line ends within are passed over unless `strict`.
bool append_bytea_of_base64(byte_buffer& out, std::string_view text, bool strict);

} // namespace faucet
