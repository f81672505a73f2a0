#pragma once

#include "model/byte_buffer.hpp"
#include "model/error.hpp"
#include "model/page.hpp"

namespace faucet {

/// Appends a page as bytes for another node, bookmark included. Each shape is written once.
void encode_page(byte_buffer& out, const page& x);

/// The page that `bytes` hold, every value of the same kind and with the same digits as before.
/// Bytes that no encoder wrote are an error, never worse.
expected<page> decode_page(std::string_view bytes);

} // namespace faucet
