#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

namespace faucet {

/// What cells are separated by, and what is done about it where a cell holds such a character.
struct csv_characters {
  char delimiter = ',';
  char quote = '"';
  bool blanks = false; ///< Nothing is quoted: delimiters and line ends in a cell become blanks.
};

/// Refuses characters that cannot be told from one another or from line ends. `config` holds the
/// options of that name.
expected<void> check_csv_characters(const csv_characters& x, const node& config);

} // namespace faucet
