#pragma once

#include "database/sqlite/connection.hpp"
#include "state/history/sql_driver.hpp"

#include <memory>
#include <string>
#include <unordered_map>

namespace faucet {

/// A history in a SQLite file, which is made where it is not there. Its time is that of the
/// process.
class sqlite_driver : public sql_driver {
public:
  static expected<std::unique_ptr<sql_driver>> open(const sqlite_address& address);

  sqlite_driver(sqlite_address address, sqlite_connection connection);

  expected<void> begin() override;
  expected<void> commit() override;
  void roll_back() noexcept override;
  expected<sql_answer> execute(std::string_view sql,
                               std::span<const sql_value> parameters) override;
  expected<bool> try_lock_schema() override;

  [[nodiscard]] bool worth_repeating() const noexcept override {
    return false; // a lock was waited for already
  }

  [[nodiscard]] const std::string& name() const noexcept override {
    return connection_.name();
  }

private:
  /// What the connection's last call came to: `unavailable` where it failed since nothing can be
  /// written at present.
  template <class T>
  expected<T> classed(expected<T> outcome);

  /// Takes a new connection for one that found the database read-only, which it would stay for it
  /// for ever. Where there is none to be had the old one goes on: it may still read.
  void reopen_if_read_only();

  /// A statement and where each of its parameters goes.
  expected<sqlite_statement*> prepared(std::string_view sql);

  sqlite_address address_;
  sqlite_connection connection_;
  bool is_read_only_ = false;                                    ///< as the last failure found
  std::unordered_map<std::string, sqlite_statement> statements_; ///< by what they were spelled from
};

} // namespace faucet
