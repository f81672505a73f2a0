#pragma once

#include "model/error.hpp"
#include "state/history/sql_driver.hpp"
#include "state/instant.hpp"

#include <string>
#include <vector>

namespace faucet {

/// Who did what. All but id, action and result may be empty.
struct audit_entry {
  std::string id; ///< a UUID of version 7, so that entries order by their time
  instant at;     ///< by the clock of the database; what is written does not matter
  std::string principal;
  std::string role;
  std::string action;
  std::string run;
  std::string config_fingerprint;
  std::string source_ip;
  std::string result;
  std::string target;
  std::string detail; ///< without secrets
};

/// Which entries to show. What is empty does not restrict.
struct audit_filter {
  std::string principal;
  std::string action;
  std::string run;
  std::string before; ///< an id: only older entries
  uint32_t limit = 50;
};

/// Adds an entry within the transaction that does what it tells of.
expected<void> append_audit(sql_driver& database, const audit_entry& x);

/// Keeps what people did. Failures and threads as with run_ledger.
class audit_log {
public:
  /// The driver must outlive it; its tables are there.
  explicit audit_log(sql_driver& database) : database_(database) {
    // nop
  }

  /// An entry that is there already, by an earlier call whose answer was lost, is not added twice.
  expected<void> append(const audit_entry& x);

  /// Newest first.
  expected<std::vector<audit_entry>> read(const audit_filter& filter);

private:
  sql_driver& database_;
};

} // namespace faucet
