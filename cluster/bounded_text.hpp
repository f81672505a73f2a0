#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace faucet {

/// Text that every history takes: repaired where it is no UTF-8, and cut, which it says, where it
/// is longer than that many bytes.
std::string bounded_text(std::string_view text, size_t most_bytes);

} // namespace faucet
