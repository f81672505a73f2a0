#include "state/history/sqlite_driver.hpp"

#include "model/file_descriptor.hpp"
#include "state/history/sql_spelling.hpp"
#include "state/instant.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>

namespace faucet {

namespace {

class sqlite_spelling : public sql_spelling {
  [[nodiscard]] std::string time(std::string_view milliseconds) const override {
    auto minus = milliseconds.starts_with('-');
    return std::string{"faucet_time("} + (minus ? "-" : "") + "CAST("
           + std::string{milliseconds.substr(minus ? 1 : 0)} + " AS INTEGER))";
  }

  [[nodiscard]] std::string rows(std::string_view parameter,
                                 const std::vector<column>& columns) const override {
    std::string result;
    for (const auto& x : columns) {
      result += result.empty() ? "(SELECT " : ", ";
      result += "json_extract(value, '$." + std::string{x.name} + "') AS " + std::string{x.name};
    }
    return result + " FROM json_each(" + std::string{parameter} + ")) AS given";
  }

  [[nodiscard]] std::string_view fixed(std::string_view word) const override {
    if (word == "text") {
      return "TEXT";
    }
    return word == "serial key" ? "INTEGER PRIMARY KEY AUTOINCREMENT" : ""; // one writer: no locks
  }
};

/// Makes the file, where there is none, for its owner alone, for it keeps pipelines as they were
/// submitted; what SQLite puts beside it gets the same mode. What goes wrong shows when it opens.
void make_private(const sqlite_address& address) {
  if (!address.in_memory()) {
    file_descriptor made{
      ::open(address.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)};
  }
}

/// Whether a result stands for what the disk or its administrator has against writing at present.
/// It is no fault of the statement, and passes.
bool is_of_the_disk(int result) {
  switch (result & 0xff) {
    case SQLITE_FULL:
    case SQLITE_READONLY:
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      return true;
    default:
      return false;
  }
}

/// faucet_time(milliseconds): the process's time, that much later.
void time_function(::sqlite3_context* context, int, ::sqlite3_value** arguments) {
  auto now = std::chrono::time_point_cast<instant::duration>(std::chrono::system_clock::now());
  auto text = to_text(now + std::chrono::milliseconds{sqlite3_value_int64(arguments[0])});
  sqlite3_result_text(context, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
}

/// Gives what SQLite keeps beside a database the database's mode, which it had from it when it was
/// made: the database may have been read-only then. By name, since to close one of these files lets
/// go of the locks that this process has on it.
void match_modes(const sqlite_address& address) {
  constexpr mode_t permissions = 0777;
  struct stat database {};
  if (address.in_memory() || ::stat(address.path.c_str(), &database) != 0) {
    return;
  }
  for (const auto* end : {"-wal", "-shm"}) {
    auto path = address.path + end;
    struct stat beside {};
    if (::lstat(path.c_str(), &beside) == 0 && S_ISREG(beside.st_mode)
        && (beside.st_mode & permissions) != (database.st_mode & permissions)) {
      static_cast<void>(::chmod(path.c_str(), database.st_mode & permissions)); // others' may stay
    }
  }
}

expected<sqlite_connection> connect(const sqlite_address& address) {
  match_modes(address);
  auto connection = sqlite_connection::open({.address = address,
                                             .access = sqlite_access::create,
                                             .stop = nullptr,
                                             .refused = ec::state_failed});
  if (!connection) {
    return fail(std::move(connection));
  }
  // Durable with each commit: a run that was accepted is on the disk.
  for (const auto* pragma : {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL"}) {
    if (auto ok = connection->execute(pragma); !ok) {
      return fail(std::move(ok));
    }
  }
  if (sqlite3_create_function_v2(connection->raw(), "faucet_time", 1, SQLITE_UTF8, nullptr,
                                 &time_function, nullptr, nullptr, nullptr)
      != SQLITE_OK) {
    return connection->failure();
  }
  return connection;
}

} // namespace

expected<std::unique_ptr<sql_driver>> sqlite_driver::open(const sqlite_address& address) {
  make_private(address);
  return connect(address).map([&](sqlite_connection made) -> std::unique_ptr<sql_driver> {
    return std::make_unique<sqlite_driver>(address, std::move(made));
  });
}

sqlite_driver::sqlite_driver(sqlite_address address, sqlite_connection connection)
  : address_(std::move(address)), connection_(std::move(connection)) {
  // nop
}

expected<void> sqlite_driver::begin() {
  reopen_if_read_only();
  return classed(connection_.execute("BEGIN IMMEDIATE"));
}

expected<void> sqlite_driver::commit() {
  return classed(connection_.execute("COMMIT"));
}

void sqlite_driver::roll_back() noexcept {
  connection_.roll_back();
}

expected<sql_answer> sqlite_driver::execute(std::string_view sql,
                                            std::span<const sql_value> parameters) {
  if (auto ok = check_texts(parameters); !ok) {
    return fail(std::move(ok));
  }
  reopen_if_read_only();
  auto found = prepared(sql);
  if (!found) {
    return fail(std::move(found));
  }
  auto& statement = **found;
  statement.clear_parameters();
  for (size_t i = 0; i < parameters.size(); ++i) {
    auto index = statement.parameter(("$" + std::to_string(i + 1)).c_str());
    if (const auto& text = parameters[i].text(); text && index > 0) {
      statement.bind(index, *text);
    }
  }
  sql_answer result{static_cast<size_t>(statement.columns())};
  for (;;) {
    auto more = statement.step();
    if (!more) {
      auto failed = classed(std::move(more));
      statement.reset();
      return fail(std::move(failed));
    }
    if (!*more) {
      statement.reset();
      return result;
    }
    for (int i = 0; i < statement.columns(); ++i) {
      result.add_cell(statement.is_null(i) ? std::optional<std::string>{}
                                           : std::string{statement.text(i)});
    }
  }
}

template <class T>
expected<T> sqlite_driver::classed(expected<T> outcome) {
  if (auto code = sqlite3_errcode(connection_.raw()); !outcome && is_of_the_disk(code)) {
    outcome.error().code = ec::unavailable;
    is_read_only_ = is_read_only_ || (code & 0xff) == SQLITE_READONLY;
  }
  return outcome;
}

void sqlite_driver::reopen_if_read_only() {
  if (!is_read_only_ || connection_.in_transaction()) {
    return;
  }
  auto there = address_;
  there.access = sqlite_access::read_write; // a file that was taken away is not made anew
  if (auto opened = connect(there)) {
    statements_.clear(); // before what they belong to
    connection_ = std::move(*opened);
    is_read_only_ = false;
  }
}

expected<bool> sqlite_driver::try_lock_schema() {
  return true; // a transaction that writes keeps all others out
}

expected<sqlite_statement*> sqlite_driver::prepared(std::string_view sql) {
  std::string key{sql};
  if (auto found = statements_.find(key); found != statements_.end()) {
    return &found->second;
  }
  if (statements_.size() >= most_prepared) {
    statements_.clear();
  }
  auto made = connection_.prepare(sqlite_spelling{}.spell(sql));
  if (!made) {
    return fail(classed(std::move(made)));
  }
  return &statements_.emplace(std::move(key), std::move(*made)).first->second;
}

} // namespace faucet
