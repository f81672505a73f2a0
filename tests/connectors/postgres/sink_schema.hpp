#pragma once

#include "database/postgres/connection.hpp"
#include "tests/connectors/sink_run.hpp"
#include "tests/services.hpp"

namespace faucet::test {

/// A schema of its own for the tables that a test writes, gone with it.
class sink_schema {
public:
  explicit sink_schema(std::string name, std::string address = postgres_address())
    : name_(std::move(name)), address_(std::move(address)),
      server_(pg_connection::open({.address = address_})) {
    REQUIRE(server_);
    run("DROP SCHEMA IF EXISTS " + name_ + " CASCADE");
    run("CREATE SCHEMA " + name_);
    run("SET search_path = " + name_);
  }

  sink_schema(const sink_schema&) = delete;
  sink_schema& operator=(const sink_schema&) = delete;

  ~sink_schema() {
    if (server_->execute("ROLLBACK")) {
      server_->execute("DROP SCHEMA IF EXISTS " + name_ + " CASCADE");
    }
  }

  void run(const std::string& sql) {
    rows(sql);
  }

  /// Rows as "a|b;c|d", NULL as "-".
  std::string rows(const std::string& sql) {
    auto result = server_->execute(sql);
    if (!result) {
      FAIL(sql << ": " << render(result.error()));
    }
    std::string text;
    for (size_t row = 0; row < result->rows(); ++row) {
      text += row == 0 ? "" : ";";
      for (size_t column = 0; column < result->columns(); ++column) {
        text += column == 0 ? "" : "|";
        text += result->is_null(row, column) ? "-" : std::string{result->text(row, column)};
      }
    }
    return text;
  }

  /// Options of a sink that writes fields to the columns of a table in this schema.
  [[nodiscard]] std::string options(std::string_view table, std::string_view more = {}) const {
    return whole_records(table, "column_mapping: auto_map\n" + std::string{more});
  }

  /// Those of one that writes whole records.
  [[nodiscard]] std::string whole_records(std::string_view table,
                                          std::string_view more = {}) const {
    return "connection_url: \"" + address_ + "\"\nschema: " + name_
           + "\ntable_name: " + std::string{table} + "\n" + std::string{more};
  }

private:
  std::string name_;
  std::string address_;
  expected<pg_connection> server_;
};

/// The failure of a page that must not be written, as a person reads it.
inline std::string refused_page(sink_run& run, const std::vector<std::string>& records) {
  auto ok = run.try_write(records);
  if (ok) {
    ok = run.driver().flush();
  }
  return ok ? "written" : render(ok.error());
}

} // namespace faucet::test
