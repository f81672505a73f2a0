#pragma once

#include "connectors/postgres/postgres_source.hpp"
#include "database/postgres/connection.hpp"
#include "tests/connectors/source_run.hpp"
#include "tests/services.hpp"

namespace faucet::test {

/// A connection of the test itself. Statements must succeed.
class postgres_session {
public:
  postgres_session() : postgres_session(postgres_address()) {
    // nop
  }

  explicit postgres_session(const std::string& address)
    : server_(pg_connection::open({.address = address})) {
    REQUIRE(server_);
  }

  pg_result run(const std::string& sql) {
    auto result = server_->execute(sql);
    if (!result) {
      FAIL(sql << ": " << render(result.error()));
    }
    return std::move(*result);
  }

  /// The only cell of a result.
  std::string cell(const std::string& sql) {
    auto result = run(sql);
    REQUIRE(result.rows() == 1);
    return std::string{result.text(0, 0)};
  }

private:
  expected<pg_connection> server_;
};

/// A schema of its own for a test, gone with it.
class postgres_schema {
public:
  explicit postgres_schema(std::string name, std::string server = postgres_address())
    : session(server), name_(std::move(name)), server_(std::move(server)) {
    session.run("DROP SCHEMA IF EXISTS " + name_ + " CASCADE");
    session.run("CREATE SCHEMA " + name_);
    session.run("SET search_path = " + name_);
  }

  postgres_schema(const postgres_schema&) = delete;
  postgres_schema& operator=(const postgres_schema&) = delete;

  ~postgres_schema() {
    session.run("DROP SCHEMA " + name_ + " CASCADE");
  }

  /// The server's address, with the schema in front of the search path.
  [[nodiscard]] std::string address() const {
    return server_ + "?options=-csearch_path%3D" + name_;
  }

  postgres_session session;

private:
  std::string name_;
  std::string server_;
};

/// The options of a source that reads a query.
inline node::map_type postgres_config(const std::string& address, std::string query) {
  return {entry("connection_url", address), entry("query", std::move(query))};
}

/// Reads a query of the test server to its end.
inline source_run read_postgres(std::string query, node::map_type more = {}) {
  auto config = postgres_config(postgres_address(), std::move(query));
  for (auto& x : more) {
    config.push_back(std::move(x));
  }
  return run(postgres_source(), std::move(config));
}

} // namespace faucet::test
