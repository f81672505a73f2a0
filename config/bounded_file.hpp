#pragma once

#include "model/error.hpp"

#include <cstddef>
#include <string>

namespace faucet {

/// The content of a small file. One with more than `max_bytes`, however long it claims to be, is an
/// error; never reads further than that.
expected<std::string> read_bounded_file(const std::string& path, size_t max_bytes);

} // namespace faucet
