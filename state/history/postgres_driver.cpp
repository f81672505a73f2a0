#include "state/history/postgres_driver.hpp"

#include "state/history/sql_spelling.hpp"

#include <utility>

namespace faucet {

namespace {

class postgres_spelling : public sql_spelling {
  [[nodiscard]] std::string time(std::string_view milliseconds) const override {
    std::string moment = "now()";
    if (milliseconds != "0") {
      auto minus = milliseconds.starts_with('-');
      moment = std::string{"(now() "} + (minus ? "-" : "+") + " CAST("
               + std::string{milliseconds.substr(minus ? 1 : 0)}
               + " AS bigint) * interval '1 millisecond')";
    }
    return "to_char(" + moment + R"( AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"000Z"'))";
  }

  [[nodiscard]] std::string rows(std::string_view parameter,
                                 const std::vector<column>& columns) const override {
    std::string list;
    for (const auto& x : columns) {
      list += list.empty() ? "" : ", ";
      list += std::string{x.name} + " " + std::string{x.type};
    }
    return "json_to_recordset(CAST(" + std::string{parameter} + " AS json)) AS given(" + list + ")";
  }

  [[nodiscard]] std::string_view fixed(std::string_view word) const override {
    if (word == "text") {
      return R"(TEXT COLLATE "C")";
    }
    if (word == "serial key") {
      return "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY";
    }
    if (word == "undeleted") {
      return "FOR KEY SHARE";
    }
    return word == "locked" ? "FOR UPDATE" : "FOR UPDATE SKIP LOCKED";
  }
};

/// A connection whose plans look rows up by index, whatever the size that a table seemed to have
/// when a statement was planned: tables are empty then, and large a minute later. Statements are
/// written for transactions that see what others have committed, whatever the role's default is. A
/// node that is paused within a transaction, or whose machine is gone, must not keep its rows
/// locked for as long as the server takes its connection for alive.
expected<pg_connection> connect(const pg_settings& settings) {
  auto result = pg_connection::open(settings);
  for (const auto* setting :
       {"enable_seqscan = off", "enable_hashjoin = off", "enable_mergejoin = off",
        "default_transaction_isolation = 'read committed'",
        "idle_in_transaction_session_timeout = '10s'"}) {
    if (!result) {
      break;
    }
    if (auto set = result->execute("SET " + std::string{setting}); !set) {
      return fail(std::move(set));
    }
  }
  return result;
}

constexpr std::string_view serialization_failure = "40001";
constexpr std::string_view deadlock = "40P01";
constexpr std::string_view read_only = "25006";

/// Whether the server has something against writing at present that is no fault of the statement: a
/// full disk or memory, a database that became read-only or a standby, a lock that nobody gives
/// back, a statement that took too long, a disk that fails.
bool is_passing(std::string_view sqlstate) {
  return sqlstate.starts_with("53") || sqlstate == read_only || sqlstate == "55P03"
         || sqlstate == "57014" || sqlstate == "58030";
}

std::vector<pg_parameter> bound(std::span<const sql_value> parameters) {
  std::vector<pg_parameter> result;
  for (const auto& x : parameters) {
    result.push_back({.value = x.text()});
  }
  return result;
}

} // namespace

expected<std::unique_ptr<sql_driver>> postgres_driver::open(std::string address,
                                                            std::chrono::milliseconds patience) {
  pg_settings settings{.address = std::move(address),
                       .stop = nullptr,
                       .timeout = patience,
                       .refused = ec::state_failed};
  auto connection = connect(settings);
  if (!connection) {
    return fail(std::move(connection));
  }
  return std::make_unique<postgres_driver>(std::move(settings), std::move(*connection));
}

postgres_driver::postgres_driver(pg_settings settings, pg_connection connection)
  : settings_(std::move(settings)), connection_(std::move(connection)) {
  // nop
}

expected<void> postgres_driver::begin() {
  if (auto ok = get_ready(); !ok) {
    return ok;
  }
  auto begin = prepared("BEGIN");
  if (!begin) {
    return fail(std::move(begin));
  }
  waiting_.clear();
  waiting_.push_back({std::move(*begin), {}});
  stage_ = stage::announced;
  return {};
}

expected<void> postgres_driver::commit() {
  if (stage_ == stage::announced && waiting_.size() == 1) {
    roll_back(); // nothing was done
    return {};
  }
  auto done = send("COMMIT", {});
  if (done) {
    stage_ = stage::none;
  } // else one of those that waited may have failed in its place
  return done.map([](const pg_result&) {});
}

void postgres_driver::roll_back() noexcept {
  auto left = std::exchange(stage_, stage::none);
  waiting_.clear();
  if (left == stage::begun && connection_.is_open() && !connection_.execute("ROLLBACK")) {
    connection_.close(); // nobody else may find the transaction open
  }
}

expected<sql_answer> postgres_driver::execute(std::string_view sql,
                                              std::span<const sql_value> parameters) {
  if (auto ok = check_texts(parameters); !ok) {
    worth_repeating_ = false;
    return fail(std::move(ok));
  }
  if (stage_ == stage::none) {
    if (auto ok = get_ready(); !ok) {
      return fail(std::move(ok));
    }
  }
  auto found = send(sql, parameters);
  if (!found) {
    return fail(std::move(found));
  }
  sql_answer result{found->columns()};
  for (size_t row = 0; row < found->rows(); ++row) {
    for (size_t column = 0; column < found->columns(); ++column) {
      result.add_cell(found->is_null(row, column) ? std::optional<std::string>{}
                                                  : std::string{found->text(row, column)});
    }
  }
  return result;
}

expected<void> postgres_driver::postpone(std::string_view sql,
                                         std::initializer_list<sql_value> parameters) {
  if (stage_ == stage::none) {
    return run(sql, parameters).map([](const sql_answer&) {});
  }
  worth_repeating_ = false;
  return check_texts(parameters).and_then([&] { return prepared(sql); }).map([&](std::string name) {
    waiting_.push_back({std::move(name), parameters});
  });
}

expected<pg_result> postgres_driver::send(std::string_view sql,
                                          std::span<const sql_value> parameters) {
  worth_repeating_ = false;
  auto name = prepared(sql);
  if (!name) {
    return fail(std::move(name));
  }
  std::vector<pg_call> calls;
  for (const auto& x : waiting_) {
    calls.push_back({x.name, bound(x.parameters)});
  }
  calls.push_back({*name, bound(parameters)});
  if (stage_ == stage::announced) {
    stage_ = stage::begun;
  }
  auto found = connection_.execute_prepared(calls);
  waiting_.clear();
  if (!found) {
    return judged(std::move(found));
  }
  has_answered_ = true;
  return found;
}

template <class T>
expected<T> postgres_driver::judged(expected<T> failed) {
  worth_repeating_ = (has_answered_ && !connection_.is_open())
                     || connection_.sqlstate() == serialization_failure
                     || connection_.sqlstate() == deadlock;
  if (is_passing(connection_.sqlstate())) {
    failed.error().code = ec::unavailable;
  }
  if (connection_.sqlstate() == read_only) {
    connection_.close(); // a session keeps what it was opened with; the next may write
  }
  return failed;
}

expected<void> postgres_driver::get_ready() {
  worth_repeating_ = false;
  if (connection_.is_open() && prepared_.size() < most_prepared) {
    return {};
  }
  if (connection_.is_open()) {
    if (auto freed = connection_.execute("DEALLOCATE ALL"); !freed) {
      return fail(judged(std::move(freed)));
    }
  } else {
    auto opened = connect(settings_);
    if (!opened) {
      return fail(std::move(opened));
    }
    connection_ = std::move(*opened);
    has_answered_ = false;
  }
  prepared_.clear();
  return {};
}

expected<bool> postgres_driver::try_lock_schema() {
  // The number is nobody else's; it stands for "faucet".
  return run("SELECT pg_try_advisory_xact_lock(112589990684)").map([](const sql_answer& x) {
    return x.text(0, 0) == "t";
  });
}

expected<std::string> postgres_driver::prepared(std::string_view sql) {
  std::string key{sql};
  if (auto found = prepared_.find(key); found != prepared_.end()) {
    return found->second;
  }
  auto name = "faucet_" + std::to_string(prepared_.size() + 1);
  if (auto ok = connection_.prepare(name, postgres_spelling{}.spell(sql)); !ok) {
    return fail(judged(std::move(ok)));
  }
  prepared_.emplace(std::move(key), name);
  return name;
}

} // namespace faucet
