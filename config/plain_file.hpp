#pragma once

#include "model/error.hpp"

#include <cstddef>
#include <string>

namespace faucet {

/// As read_bounded_file, for paths that somebody else has chosen: never waits for a pipe, a socket
/// or a device, but refuses whatever is no plain file, links followed.
expected<std::string> read_plain_file(const std::string& path, size_t max_bytes);

} // namespace faucet
