#pragma once

#include "database/postgres/connection.hpp"
#include "state/history/sql_driver.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace faucet {

/// A history in a PostgreSQL database. Statements are prepared once a connection, so a pooler
/// between must keep to one connection a session. What can wait within a transaction goes to the
/// server with the next statement that cannot: each way there and back costs more than most of
/// the statements.
class postgres_driver : public sql_driver {
public:
  /// `patience` is the longest silence of the server while an answer is due.
  static expected<std::unique_ptr<sql_driver>> open(std::string address,
                                                    std::chrono::milliseconds patience);

  postgres_driver(pg_settings settings, pg_connection connection);

  expected<void> begin() override;
  expected<void> commit() override;
  void roll_back() noexcept override;
  expected<sql_answer> execute(std::string_view sql,
                               std::span<const sql_value> parameters) override;
  expected<void> postpone(std::string_view sql,
                          std::initializer_list<sql_value> parameters) override;
  expected<bool> try_lock_schema() override;

  [[nodiscard]] bool worth_repeating() const noexcept override {
    return worth_repeating_;
  }

  [[nodiscard]] const std::string& name() const noexcept override {
    return connection_.name();
  }

private:
  /// Of a transaction.
  enum class stage {
    none,
    announced, ///< its BEGIN waits
    begun,     ///< the server may know of it
  };

  /// A statement that waits for the next.
  struct postponed {
    std::string name;
    std::vector<sql_value> parameters;
  };

  /// For statements that come: connected, and with room for their plans.
  expected<void> get_ready();

  /// Sends what waits, and this behind it.
  expected<pg_result> send(std::string_view sql, std::span<const sql_value> parameters);

  /// What a failure means for the next try.
  template <class T>
  expected<T> judged(expected<T> failed);

  /// The name under which the connection keeps a statement.
  expected<std::string> prepared(std::string_view sql);

  pg_settings settings_;
  pg_connection connection_;
  std::unordered_map<std::string, std::string> prepared_; ///< names, by what they were spelled from
  std::vector<postponed> waiting_;
  stage stage_ = stage::none;
  bool has_answered_ = false; ///< since the connection was made
  bool worth_repeating_ = false;
};

} // namespace faucet
