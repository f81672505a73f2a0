#pragma once

#include "database/sqlite/address.hpp"
#include "database/sqlite/statement.hpp"
#include "model/error.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3; // SQLite's

namespace faucet {

/// How a database is opened and how long its lock is waited for.
struct sqlite_settings {
  sqlite_address address;

  /// How it is opened where the address does not say.
  sqlite_access access = sqlite_access::read_write;

  /// Ends every wait for a lock within 50 ms once it is set. May be absent.
  std::shared_ptr<const std::atomic<bool>> stop;

  /// Whether `stop` ends statements that are running, too.
  bool interrupts = false;

  /// The longest wait for a lock that somebody else holds.
  std::chrono::milliseconds busy_timeout{5000};

  /// The code of what SQLite refuses. A lock that was not to be had is `unavailable`, a call that
  /// was stopped `cancelled`.
  ec refused = ec::source_failed;
};

/// A connection to a SQLite database. Used by one thread at a time. Failures name the file.
class sqlite_connection {
public:
  /// Also finds out whether the file is a database.
  static expected<sqlite_connection> open(sqlite_settings settings);

  sqlite_connection(sqlite_connection&&) noexcept;
  sqlite_connection& operator=(sqlite_connection&&) noexcept;
  ~sqlite_connection();

  // -- observers --------------------------------------------------------------

  [[nodiscard]] ::sqlite3* raw() const noexcept;

  /// The path of the database.
  [[nodiscard]] const std::string& name() const noexcept;

  /// True within a transaction.
  [[nodiscard]] bool in_transaction() const noexcept;

  /// What the last call had against it.
  [[nodiscard]] tl::unexpected<error> failure() const;

  // -- statements -------------------------------------------------------------

  /// Runs one statement that gives no rows, or whose rows do not matter.
  expected<void> execute(std::string_view sql);

  /// Refuses text that holds no statement or more than one.
  expected<sqlite_statement> prepare(std::string_view sql);

  // -- modifiers --------------------------------------------------------------

  /// From now on statements cannot attach or detach other databases.
  void forbid_attach() noexcept;

  /// Takes back the transaction under way, if there is one.
  void roll_back() noexcept;

  /// Makes what was committed durable also where `synchronous` left that for later.
  expected<void> sync();

private:
  explicit sqlite_connection(std::unique_ptr<sqlite_session> session);

  std::unique_ptr<sqlite_session> session_; ///< stays in place when the connection moves
};

} // namespace faucet
