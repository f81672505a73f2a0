#pragma once

#include "connectors/driver.hpp"
#include "connectors/file/file_source_options.hpp"

#include <optional>
#include <vector>

namespace faucet {

/// The files that a run reads, in that order. Tells of files that are skipped. `position` says what
/// earlier runs read, where that matters.
expected<std::vector<found_file>> files_to_read(const file_source_options& options,
                                                const std::optional<read_position>& position,
                                                const driver_context& context);

/// The format of a file; automatic where it is not known.
file_format format_of(const file_source_options& options, const std::filesystem::path& file);

} // namespace faucet
