#pragma once

#include "config/options.hpp"

#include <string>
#include <vector>

namespace faucet {

/// How a CSV file is written.
struct csv_dialect {
  bool has_headers = true;
  char delimiter = ',';
  char quote = '"';
  bool flexible = false;
  std::vector<std::string> null_values;
};

void fields(option_visitor& v, csv_dialect& x);

/// Refuses characters that cannot be told from one another or from line ends.
expected<void> check(const csv_dialect& x, const node& config);

} // namespace faucet
