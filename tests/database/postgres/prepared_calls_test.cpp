#include "database/postgres/connection.hpp"
#include "tests/services.hpp"

namespace faucet {

namespace {

/// A connection that knows a table of its own and statements for it.
pg_connection prepared() {
  auto result = pg_connection::open({.address = test::postgres_address()});
  REQUIRE(result);
  REQUIRE(result->execute("CREATE TEMP TABLE seen (n int PRIMARY KEY)"));
  REQUIRE(result->prepare("add", "INSERT INTO seen VALUES ($1)"));
  REQUIRE(result->prepare("count", "SELECT count(*), $1::text FROM seen"));
  REQUIRE(result->prepare("begin", "BEGIN"));
  REQUIRE(result->prepare("commit", "COMMIT"));
  REQUIRE(result->prepare("die", "SELECT pg_terminate_backend(pg_backend_pid())"));
  return std::move(*result);
}

std::string count_in(pg_connection& server) {
  auto found = server.execute("SELECT count(*) FROM seen");
  return found ? std::string{found->text(0, 0)} : render(found.error());
}

} // namespace

TEST_CASE("statements that are sent together run in order, and the last one answers") {
  auto server = prepared();
  auto answer = server.execute_prepared(
    std::vector<pg_call>{{"begin", {}}, {"add", {{"1"}}}, {"add", {{"2"}}}, {"count", {{"it's"}}}});
  REQUIRE(answer);
  CHECK(answer->text(0, 0) == "2");
  CHECK(answer->text(0, 1) == "it's");
  REQUIRE(server.execute_prepared(std::vector<pg_call>{{"add", {{"3"}}}, {"commit", {}}}));
  CHECK(count_in(server) == "3");
}

TEST_CASE("of statements that are sent together none runs after one that fails") {
  auto server = prepared();
  auto answer = server.execute_prepared(std::vector<pg_call>{
    {"begin", {}}, {"add", {{"1"}}}, {"add", {{"1"}}}, {"add", {{"2"}}}, {"commit", {}}});
  REQUIRE_FALSE(answer);
  CHECK_THAT(answer.error().what, Catch::Contains("Key (n)=(1) already exists (SQLSTATE 23505)"));
  CHECK(server.sqlstate() == "23505");
  REQUIRE(server.is_open());
  CHECK_THAT(count_in(server), Catch::Contains("current transaction is aborted"));
  REQUIRE(server.execute("ROLLBACK"));
  CHECK(count_in(server) == "0");
}

TEST_CASE("a zero byte in one of several statements is told before any of them is sent") {
  auto server = prepared();
  CHECK_FALSE(server.execute_prepared(
    std::vector<pg_call>{{"add", {{"1"}}}, {"count", {{std::string_view{"a\0b", 3}}}}}));
  CHECK(count_in(server) == "0");
}

TEST_CASE("a connection that ends among several statements is closed, and says why") {
  auto server = prepared();
  auto answer =
    server.execute_prepared(std::vector<pg_call>{{"die", {}}, {"add", {{"1"}}}, {"add", {{"2"}}}});
  REQUIRE_FALSE(answer);
  CHECK(answer.error().code == ec::unavailable);
  CHECK(server.sqlstate() == "57P01");
  CHECK_FALSE(server.is_open());
}

} // namespace faucet
