#pragma once

#include "connectors/driver.hpp"

#include <map>
#include <mutex>
#include <set>
#include <string>

namespace faucet {

/// The tables that the sinks of one run have opened, as the servers know them: two names may stand
/// for one table, which no pipeline file tells. Used by the threads of all sinks.
class opened_tables {
public:
  /// Notes what somebody does with a table. Refused where it would be lost, or where others of the
  /// run would lose what they wrote: two that replace one table, or one that adds to it before
  /// another has replaced it.
  expected<void> claim(const opened_table& table, table_use how, const std::string& who);

private:
  struct use {
    std::string replaced_by;        ///< empty = by nobody
    bool is_over = false;           ///< it has, or will not any more
    std::set<std::string> added_by; ///< rows, not their invocations
  };

  std::mutex mutex_;
  std::map<std::string, use> known_; ///< by the table's identity
};

} // namespace faucet
