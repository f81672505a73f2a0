#pragma once

#include "connectors/bytes/compression.hpp"
#include "connectors/bytes/output_file.hpp"

#include <functional>

namespace faucet {

/// Reads the text that stands in a file which is being written, decompressed, and calls `take` with
/// one piece after another, until it returns false or fails. Damaged content is an error.
expected<void> for_each_piece(const output_file& file, compression how,
                              const std::function<expected<bool>(std::string_view)>& take);

} // namespace faucet
