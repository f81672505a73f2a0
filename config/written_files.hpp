#pragma once

#include "config/expand_rows.hpp"

#include <filesystem>
#include <span>

namespace faucet {

/// The files that one row writes under fixed names, as its drivers tell.
struct written_files {
  const row_spec* row = nullptr;
  std::vector<std::filesystem::path> data;
  /// Of a child: the same for another record of its parent; see assumed_row_values.
  std::vector<std::filesystem::path> data_of_another;
  std::vector<std::filesystem::path> dead_letters;
};

/// Refuses, with file and line, what would write over what others wrote: two rows, or two runs of a
/// child, that write one file, and dead letters in a file of data. Rows may share a file of dead
/// letters: it is appended to.
expected<void> check_written_files(std::span<const written_files> rows);

} // namespace faucet
