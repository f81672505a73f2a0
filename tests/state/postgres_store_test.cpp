#include "state/postgres_store.hpp"
#include "state/random_name.hpp"
#include "tests/catch.hpp"
#include "tests/own_postgres.hpp"
#include "tests/services.hpp"
#include "tests/state/store_options.hpp"

using namespace faucet;

namespace {

/// A table that is not there yet, and is gone afterwards.
class scratch_table {
public:
  ~scratch_table() {
    static_cast<void>(run("DROP TABLE IF EXISTS " + name));
  }

  static std::string run(const std::string& sql) {
    auto connection = pg_connection::open({.address = test::postgres_address()}).value();
    auto result = connection.execute(sql);
    return result && result->rows() > 0 ? std::string{result->text(0, 0)} : std::string{};
  }

  [[nodiscard]] bool exists() const {
    return run("SELECT to_regclass('" + name + "')") == name;
  }

  [[nodiscard]] postgres_store store(bool ensure_table) const {
    return postgres_store{{test::postgres_address(), name, ensure_table}};
  }

  std::string name = "state_" + random_name();
};

std::string postgres_refusal(const std::string& config) {
  auto made = test::make_store("postgres", config);
  REQUIRE_FALSE(made);
  CHECK(made.error().code == ec::invalid_config);
  return made.error().what;
}

} // namespace

TEST_CASE("a table that is missing is made where that is asked for, and only to write") {
  scratch_table table;
  auto store = table.store(true);
  CHECK(store.get("k").value() == std::nullopt);
  CHECK(store.list("").value().empty());
  REQUIRE(store.remove("k"));
  CHECK_FALSE(table.exists());
  REQUIRE(store.prepare());
  CHECK(table.exists());
  REQUIRE(store.put("k", R"({"at": 1.50})"));
  CHECK(table.run("SELECT value->>'at' FROM " + table.name) == "1.50");
  CHECK(table.run("SELECT updated_at > now() - interval '1 minute' FROM " + table.name) == "t");
}

TEST_CASE("the table of states has the documented columns, and each put notes its time") {
  scratch_table table;
  auto store = table.store(true);
  REQUIRE(store.put("k", "1"));
  CHECK(table.run("SELECT string_agg(concat_ws(' ', column_name, data_type, is_nullable, "
                  "column_default), ', ' ORDER BY ordinal_position) FROM "
                  "information_schema.columns WHERE table_name = '"
                  + table.name + "'")
        == "key text NO, value jsonb NO, updated_at timestamp with time zone NO now()");
  auto now_of = "SELECT updated_at > '2000-01-02' FROM " + table.name;
  auto age = "UPDATE " + table.name + " SET updated_at = '2000-01-01'";
  table.run(age);
  REQUIRE(store.put("k", "2"));
  CHECK(table.run(now_of) == "t");
  table.run(age);
  REQUIRE(store.compare_and_put("k", "2", "3").value());
  CHECK(table.run(now_of) == "t");
}

TEST_CASE("the first put makes the table, too") {
  scratch_table table;
  REQUIRE(table.store(true).put("k", "1"));
  CHECK(table.store(false).get("k").value() == "1");
}

TEST_CASE("a table that is missing and not asked for is named, and so is the option") {
  scratch_table table;
  auto store = table.store(false);
  for (const auto& outcome : {store.prepare(), store.put("k", "1"), store.remove("k")}) {
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().code == ec::state_failed);
    CHECK_THAT(outcome.error().what,
               Catch::Contains(table.name) && Catch::Contains("ensure_table: true"));
  }
  CHECK_FALSE(store.get("k"));
  CHECK_FALSE(table.exists());
}

TEST_CASE("checking a PostgreSQL store leaves no table and no row") {
  scratch_table table;
  CHECK(table.store(true).check());
  CHECK_FALSE(table.exists());
  CHECK_FALSE(table.store(false).check());
  auto store = table.store(true);
  REQUIRE(store.put("k", "1"));
  CHECK(store.check());
  CHECK(store.list("").value() == std::vector<std::string>{"k"});
  CHECK(table.run("SELECT count(*) FROM " + table.name) == "1");
}

TEST_CASE("checking a PostgreSQL store finds out that it may not write") {
  scratch_table table;
  REQUIRE(table.store(true).put("k", "1"));
  auto role = "reader_" + random_name();
  table.run("CREATE ROLE " + role + " LOGIN PASSWORD 'p'");
  table.run("GRANT SELECT ON " + table.name + " TO " + role);
  auto address = test::postgres_address();
  auto user = address.find("//") + 2;
  address.replace(user, address.find('@') - user, role + ":p");
  auto checked = postgres_store{{address, table.name, true}}.check();
  table.run("REVOKE ALL ON " + table.name + " FROM " + role);
  table.run("DROP ROLE " + role);
  REQUIRE_FALSE(checked);
  CHECK_THAT(checked.error().what, Catch::Contains("permission denied"));
}

TEST_CASE("JSONB orders keys anew and writes numbers out; nothing is lost by that") {
  scratch_table table;
  auto store = table.store(true);
  REQUIRE(store.put("k", R"({"bb":1e2,"a":1.50,"c":-0.0})"));
  CHECK(store.get("k").value() == R"({"a": 1.50, "c": 0.0, "bb": 100})");
}

TEST_CASE("what JSONB cannot hold is an error that names the key") {
  scratch_table table;
  auto store = table.store(true);
  REQUIRE(store.prepare());
  for (const auto* json : {R"("a zero byte: \u0000")", "1e999999", "{\"torn"}) {
    auto put = store.put("p::row-0", json);
    REQUIRE_FALSE(put);
    CHECK(put.error().code == ec::state_failed);
    CHECK_THAT(put.error().what, Catch::Contains("state key p::row-0"));
  }
  CHECK(store.get("p::row-0").value() == std::nullopt);
}

TEST_CASE("a batch in PostgreSQL is put as a whole or not at all") {
  scratch_table table;
  auto store = table.store(true);
  std::vector<state_store::entry> batch{{"one", "1"}, {"two", "{\"torn"}};
  CHECK_FALSE(store.put_batch(batch));
  CHECK(store.get("one").value() == std::nullopt);
  REQUIRE(store.put("one", "2"));
}

TEST_CASE("a table name that is no plain name is refused, and so is a pool of none") {
  const std::string url = R"({"url":"postgres://h/d")";
  CHECK(test::make_store("postgres", url + R"(,"table":"_state_2","max_connections":1})"));
  CHECK(test::make_store("postgres", R"({"connection_url":"postgres://h/d"})"));
  for (const std::string table :
       {"", "2x", "a-b", "a.b", "a\\\"b", "x; drop table y", "caf\u00e9"}) {
    CHECK_THAT(postgres_refusal(url + R"(,"table":")" + table + "\"}"), Catch::Contains("table"));
  }
  CHECK(test::make_store("postgres", url + R"(,"table":")" + std::string(63, 't') + "\"}"));
  postgres_refusal(url + R"(,"table":")" + std::string(64, 't') + "\"}");
  CHECK_THAT(postgres_refusal(url + R"(,"max_connections":0})"),
             Catch::Contains("max_connections"));
  CHECK_THAT(postgres_refusal(R"({"table":"t"})"), Catch::Contains("url"));
}

TEST_CASE("an address that PostgreSQL does not know is refused without its password") {
  for (const auto* url : {"postgres://u:s3cret@x@h/d", "mysql://u:s3cret@h", ""}) {
    auto what = postgres_refusal(std::string{R"({"url":")"} + url + "\"}");
    CHECK(what.find("s3cret") == std::string::npos);
    CHECK_THAT(what, Catch::Contains("url"));
  }
}

TEST_CASE("a wrong password and a server that is not there are errors without the password") {
  auto address = test::postgres_address();
  address.replace(address.find(":", 14), address.find('@') - address.find(":", 14), ":s3cret");
  for (const auto& wrong : {address, std::string{"postgres://u:s3cret@127.0.0.1:1/d"}}) {
    auto refused = postgres_store{{.address = wrong}}.prepare();
    REQUIRE_FALSE(refused);
    CHECK(render(refused.error()).find("s3cret") == std::string::npos);
  }
}

TEST_CASE("a connection to PostgreSQL that was lost is made once more") {
  test::own_postgres server;
  postgres_store store{{server.address(), "faucet_state", true}};
  REQUIRE(store.put("k", "1"));
  server.stop_immediately();
  auto lost = store.get("k");
  REQUIRE_FALSE(lost);
  CHECK(is_transient(lost.error()));
  server.start();
  CHECK(store.get("k").value() == "1");
  server.stop_immediately();
  server.start();
  CHECK(store.compare_and_put("k", "1", "2").value());
  server.stop_immediately();
  server.start();
  std::vector<state_store::entry> batch{{"one", "1"}, {"two", "2"}};
  REQUIRE(store.put_batch(batch));
  CHECK(store.list("").value() == std::vector<std::string>{"k", "one", "two"});
}
