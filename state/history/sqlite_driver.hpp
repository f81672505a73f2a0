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

  explicit sqlite_driver(sqlite_connection connection);

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
  expected<T> classed(expected<T> outcome) const;

  /// A statement and where each of its parameters goes.
  expected<sqlite_statement*> prepared(std::string_view sql);

  sqlite_connection connection_;
  std::unordered_map<std::string, sqlite_statement> statements_; ///< by what they were spelled from
};

} // namespace faucet
