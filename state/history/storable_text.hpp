#pragma once

#include <string>
#include <string_view>

namespace faucet {

/// A text that every database takes: what is not UTF-8 in it, and zero bytes, become U+FFFD.
std::string storable_text(std::string_view text);

} // namespace faucet
