#pragma once

#include "config/dlq_spec.hpp"
#include "model/error.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace faucet {

/// What lies in the dead letters of a row, as far as it can be told by reading a file.
struct dlq_backlog {
  bool configured = false;
  std::string location;           ///< the file; empty where it is none
  std::optional<uint64_t> count;  ///< absent where the dead letters are in no plain file
  std::optional<uint64_t> oldest; ///< of the first one, in milliseconds since 1970
  std::string problem;            ///< why the file cannot be read
};

dlq_backlog backlog_of(const std::optional<dlq_spec>& dlq);

} // namespace faucet
