#pragma once

#include "state/history/sql_driver.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace faucet {

/// One step from a version of the history's tables to the next.
struct migration {
  uint64_t version = 0;      ///< the version that it leads to
  uint64_t min_readable = 0; ///< the oldest program, by its version, that can work with the result
  std::vector<std::string_view> statements;
};

/// All of them, by version.
std::span<const migration> history_migrations();

/// Brings the tables to the newest version of `steps`, each step once whoever else does the same;
/// all steps are one transaction. Refuses tables of a newer version, unless it says that this one
/// can still work with them, and names both. `unavailable` while somebody else is at it.
expected<void> migrate(sql_driver& database, std::span<const migration> steps);

} // namespace faucet
