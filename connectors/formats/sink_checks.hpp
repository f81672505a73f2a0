#pragma once

#include "config/node.hpp"
#include "connectors/formats/csv_cells.hpp"
#include "model/error.hpp"

#include <string>

namespace faucet {

/// Refuses a path under which nothing can be written.
expected<void> check_path(const std::string& path, const node& config);

/// Refuses characters that readers could not tell apart. `config` holds the options.
expected<void> check_csv_characters(const csv_characters& x, const node& config);

} // namespace faucet
