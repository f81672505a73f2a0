#pragma once

#include "database/sqlite/connection.hpp"

namespace faucet {

/// What SQLite itself knows a connection by, and calls back into.
class sqlite_session {
public:
  explicit sqlite_session(sqlite_settings settings);
  sqlite_session(const sqlite_session&) = delete;
  sqlite_session& operator=(const sqlite_session&) = delete;
  ~sqlite_session();

  expected<void> open(const std::string& file, int flags);

  [[nodiscard]] ::sqlite3* raw() const noexcept {
    return raw_;
  }

  [[nodiscard]] const sqlite_settings& settings() const noexcept {
    return settings_;
  }

  /// What the last call had against it.
  [[nodiscard]] tl::unexpected<error> failure() const;

private:
  static int on_busy(void* self, int tries);
  static int on_progress(void* self);

  [[nodiscard]] bool stopped() const noexcept;

  /// Waits for a lock; false where it is worth no other try.
  bool wait(int tries);

  sqlite_settings settings_;
  ::sqlite3* raw_ = nullptr;
  std::chrono::steady_clock::time_point busy_since_;
};

} // namespace faucet
