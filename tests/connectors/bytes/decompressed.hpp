#pragma once

#include "connectors/bytes/compression.hpp"

#include <string>
#include <string_view>

namespace faucet::test {

/// The text of a compressed file; "<torn>" where it does not end with a whole frame.
std::string decompressed(std::string_view bytes, compression how);

} // namespace faucet::test
