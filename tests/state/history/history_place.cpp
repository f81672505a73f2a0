#include "tests/state/history/history_place.hpp"

#include "database/postgres/connection.hpp"
#include "state/history/postgres_driver.hpp"
#include "state/history/sqlite_driver.hpp"
#include "state/random_name.hpp"
#include "tests/services.hpp"
#include "tests/state/history/ledger_place.hpp"
#include "tests/temp_folder.hpp"

#include <stdexcept>

namespace faucet::test {

namespace {

template <class T>
T or_throw(expected<T> x) {
  return x ? std::move(*x) : throw std::runtime_error{render(x.error())};
}

class sqlite_place final : public history_place {
public:
  [[nodiscard]] std::string url() const override {
    return "sqlite:" + (folder_ / "faucet.db").string();
  }

  std::unique_ptr<sql_driver> raw() override {
    return or_throw(sqlite_driver::open(or_throw(parse_sqlite_address(url()))));
  }

private:
  temp_folder folder_;
};

/// A schema of its own in the one database of the tests.
class postgres_schema_place final : public history_place {
public:
  postgres_schema_place() {
    or_throw(connect(postgres_address()).execute("CREATE SCHEMA " + schema_));
  }

  postgres_schema_place(const postgres_schema_place&) = delete;
  postgres_schema_place& operator=(const postgres_schema_place&) = delete;

  ~postgres_schema_place() override {
    auto connection = pg_connection::open({.address = postgres_address()});
    if (connection) {
      (void)connection->execute("DROP SCHEMA " + schema_ + " CASCADE");
    }
  }

  [[nodiscard]] std::string url() const override {
    auto address = postgres_address();
    return address + (address.find('?') == std::string::npos ? "?" : "&")
           + "options=-csearch_path%3D" + schema_;
  }

  std::unique_ptr<sql_driver> raw() override {
    return or_throw(postgres_driver::open(url(), std::chrono::seconds{10}));
  }

private:
  static pg_connection connect(const std::string& address) {
    return or_throw(pg_connection::open({.address = address}));
  }

  std::string schema_ = "h" + random_name();
};

class open_database_ledger final : public open_ledger {
public:
  explicit open_database_ledger(std::unique_ptr<history> opened) : opened_(std::move(opened)) {
    // nop
  }

  run_ledger& runs() override {
    return opened_->ledger();
  }

  member_registry& members() override {
    return opened_->members();
  }

private:
  std::unique_ptr<history> opened_;
};

class database_ledger_place final : public ledger_place {
public:
  explicit database_ledger_place(std::string_view kind) : place_(make_history_place(kind)) {
    // nop
  }

  std::unique_ptr<open_ledger> open() override {
    return std::make_unique<open_database_ledger>(place_->open());
  }

private:
  std::unique_ptr<history_place> place_;
};

} // namespace

std::unique_ptr<history> history_place::open(uint64_t most_log_lines) {
  return or_throw(open_history({.url = url(), .stop = nullptr, .most_log_lines = most_log_lines}));
}

std::vector<std::string> kinds_of_histories() {
  return {"sqlite", "postgres"};
}

std::unique_ptr<history_place> make_history_place(std::string_view kind) {
  if (kind == "sqlite") {
    return std::make_unique<sqlite_place>();
  }
  return std::make_unique<postgres_schema_place>();
}

// Each history is a ledger.

std::vector<std::string> kinds_of_ledgers() {
  return kinds_of_histories();
}

std::unique_ptr<ledger_place> make_ledger_place(std::string_view kind) {
  return std::make_unique<database_ledger_place>(kind);
}

} // namespace faucet::test
