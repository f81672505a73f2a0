#pragma once

#include "state/history/audit_log.hpp"
#include "state/history/event_log.hpp"
#include "state/history/log_store.hpp"
#include "state/history/outbox.hpp"
#include "state/history/run_archive.hpp"
#include "state/history/sql_member_registry.hpp"
#include "state/history/sql_run_ledger.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>

namespace faucet {

/// How a history is opened.
struct history_settings {
  /// `sqlite:PATH`, `postgres://…` or `postgresql://…`.
  std::string url;

  /// How long to go on trying where the database does not answer yet, is locked, or is being
  /// migrated by somebody else.
  std::chrono::milliseconds patience{std::chrono::seconds{30}};

  /// Ends the wait within 100 ms once it is set. May be absent.
  std::shared_ptr<const std::atomic<bool>> stop;

  /// The longest silence of a server while an answer is due.
  std::chrono::milliseconds reply_timeout{std::chrono::seconds{10}};

  uint64_t most_log_lines = 100'000; ///< of one run; 0 = logs are not kept
};

/// One connection to the history, and all that is kept in it. Blocking; used by one thread at a
/// time. A connection that broke is made anew by the next call.
class history {
public:
  history(std::unique_ptr<sql_driver> database, uint64_t most_log_lines);

  run_ledger& ledger() noexcept {
    return ledger_;
  }

  member_registry& members() noexcept {
    return members_;
  }

  run_archive& archive() noexcept {
    return archive_;
  }

  event_log& events() noexcept {
    return events_;
  }

  log_store& logs() noexcept {
    return logs_;
  }

  outbox& callbacks() noexcept {
    return callbacks_;
  }

  audit_log& audit() noexcept {
    return audit_;
  }

  /// Whether the database answers.
  expected<void> check();

private:
  std::unique_ptr<sql_driver> database_;
  sql_run_ledger ledger_;
  sql_member_registry members_;
  run_archive archive_;
  event_log events_;
  log_store logs_;
  outbox callbacks_;
  audit_log audit_;
};

/// Whether a text is the address of a history, without opening it. `invalid_config` where it is
/// none; a password in it is not shown.
expected<void> check_history_url(const std::string& url);

/// Opens a history, and makes or migrates its tables where that is needed. Passing failures are
/// waited out; a newer version of the tables is refused at once.
expected<std::unique_ptr<history>> open_history(const history_settings& settings);

} // namespace faucet
