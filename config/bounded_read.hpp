#pragma once

#include "model/error.hpp"
#include "model/file_descriptor.hpp"

#include <cstddef>
#include <string>

namespace faucet {

/// Opens a file to read it, with more flags of open(2). A path with a zero byte is an error.
expected<file_descriptor> open_to_read(const std::string& path, int more_flags = 0);

/// What follows in an open file; `path` names it in failures. More than `max_bytes` is an error;
/// never reads further than that.
expected<std::string> read_bounded(const file_descriptor& file, const std::string& path,
                                   size_t max_bytes);

} // namespace faucet
