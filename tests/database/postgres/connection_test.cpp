#include "database/postgres/connection.hpp"
#include "tests/own_postgres.hpp"
#include "tests/services.hpp"

#include <thread>

namespace faucet {

namespace {

using namespace std::chrono_literals;

pg_connection connect(pg_settings settings = {}) {
  if (settings.address.empty()) {
    settings.address = test::postgres_address();
  }
  auto result = pg_connection::open(std::move(settings));
  if (!result) {
    FAIL(render(result.error()));
  }
  return std::move(*result);
}

template <class T>
error failure_of(expected<T> outcome) {
  REQUIRE_FALSE(outcome);
  return outcome.error();
}

error refusal(const std::string& address) {
  return failure_of(pg_connection::open({.address = address}));
}

/// The test server's address with one part of it replaced.
std::string address_with(const std::string& part, const std::string& other) {
  auto result = test::postgres_address();
  auto at = result.find(part);
  REQUIRE(at != std::string::npos);
  return result.replace(at, part.size(), other);
}

std::string only_cell(expected<pg_result> result) {
  if (!result) {
    return render(result.error());
  }
  REQUIRE(result->rows() == 1);
  return std::string{result->text(0, 0)};
}

} // namespace

TEST_CASE("a statement takes typed and untyped parameters and NULL") {
  auto server = connect();
  const std::array<pg_parameter, 3> parameters{pg_parameter{"it's \"so\" \\ "},
                                               pg_parameter{"41", 20}, pg_parameter{}};
  auto row = server.execute("SELECT $1::text, $2 + 1, $3::int", parameters);
  REQUIRE(row);
  CHECK(row->text(0, 0) == "it's \"so\" \\ ");
  CHECK(row->text(0, 1) == "42");
  CHECK(row->is_null(0, 2));
  CHECK(row->type(1) == 20);
  CHECK(row->name(2) == "int4");
}

TEST_CASE("a text parameter with a zero byte is refused, not cut") {
  auto server = connect();
  const std::array<pg_parameter, 1> parameters{pg_parameter{std::string_view{"a\0b", 3}}};
  CHECK(failure_of(server.execute("SELECT $1::text", parameters)).what
        == "PostgreSQL cannot hold the character U+0000 in a text");
  CHECK(only_cell(server.execute("SELECT 1")) == "1");
}

TEST_CASE("describing gives columns and parameter types without running") {
  auto server = connect();
  auto columns = server.describe("SELECT 1/0 AS a, now() AS b WHERE $1 > 1.5::numeric");
  REQUIRE(columns);
  CHECK(columns->columns() == 2);
  CHECK(columns->name(0) == "a");
  CHECK(columns->type(1) == 1184);
  REQUIRE(columns->parameters() == 1);
  CHECK(columns->parameter_type(0) == 1700);
}

TEST_CASE("a failure carries message, detail, hint and state and leaves the connection open") {
  auto server = connect();
  auto failure = failure_of(server.execute("SELECT * FROM no_such_table"));
  CHECK(failure.code == ec::source_failed);
  CHECK(failure.what == "relation \"no_such_table\" does not exist (SQLSTATE 42P01)");
  CHECK(server.sqlstate() == "42P01");
  CHECK(failure.which == server.name());
  CHECK_THAT(failure_of(server.execute("SELECT '{'::json")).what,
             Catch::Contains("The input string ended unexpectedly"));
  CHECK_THAT(failure_of(server.execute("SELECT 1; SELECT 2")).what,
             Catch::Contains("cannot insert multiple commands"));
  CHECK(only_cell(server.execute("SELECT 1")) == "1");
  CHECK(server.sqlstate().empty());
}

TEST_CASE("the code of what the server refuses is the caller's") {
  auto server = connect({.refused = ec::state_failed});
  CHECK(failure_of(server.execute("SELEC 1")).code == ec::state_failed);
}

TEST_CASE("a server that is not there, a wrong password and a missing database are told apart") {
  auto nobody = refusal("postgresql://tester:top-secret@127.0.0.1:1/postgres");
  CHECK(nobody.code == ec::unavailable);
  CHECK(nobody.which == "postgresql://tester:***@127.0.0.1:1/postgres");
  CHECK_THAT(nobody.what, Catch::Contains("Connection refused"));
  auto wrong = refusal(address_with("a%20pass", "another"));
  CHECK(wrong.code == ec::source_failed);
  CHECK(wrong.what == "password authentication failed for user \"tester\" (SQLSTATE 28P01)");
  auto missing = refusal(address_with("/postgres", "/nothing_here"));
  CHECK(missing.code == ec::source_failed);
  CHECK(missing.what == "database \"nothing_here\" does not exist (SQLSTATE 3D000)");
  CHECK(refusal(address_with(":a%20pass%3Aword%2Fof%40tests", "")).code == ec::source_failed);
}

TEST_CASE("no message about a wrong address shows a part of the password") {
  for (std::string address : {
         "postgresql://u:se@cret@127.0.0.1:1/db",
         "postgresql://u:se/cret@127.0.0.1:1/db",
         "postgresql://u:se%cret@127.0.0.1:1/db",
         "postgresql://u:secret@127.0.0.1:x1/db",
         "postgresql://127.0.0.1:1/db?password=secret&sslmod=x",
         "host=127.0.0.1 pasword=secret",
         "host=127.0.0.1 password='secret",
         "postgresql://u:secret@no.such.host.invalid/db",
         "postgresql://u:secret@127.0.0.1:1/db?sslmode=never",
         "u:secret@127.0.0.1/db",
       }) {
    auto shown = render(refusal(address));
    INFO(shown);
    CHECK_THAT(shown, !Catch::Contains("cret"));
  }
  CHECK_THAT(render(refusal("postgresql://u:secret@127.0.0.1:1/db?sslmod=x")),
             Catch::Contains("sslmod"));
}

TEST_CASE("a stopped call returns at once and the server gives the statement up") {
  auto stop = std::make_shared<std::atomic<bool>>(false);
  auto server = connect({.stop = stop});
  auto pid = only_cell(server.execute("SELECT pg_backend_pid()"));
  std::thread later{[&] {
    std::this_thread::sleep_for(200ms);
    *stop = true;
  }};
  auto start = std::chrono::steady_clock::now();
  auto failure = failure_of(server.execute("SELECT pg_sleep(60)"));
  auto took = std::chrono::steady_clock::now() - start;
  later.join();
  CHECK(failure.code == ec::cancelled);
  CHECK(took < 1s);
  CHECK_FALSE(server.is_open());
  CHECK(failure_of(server.execute("SELECT 1")).code == ec::cancelled); // as is all that comes later
  auto other = connect();
  auto gone = "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND pid = " + pid;
  for (int i = 0; i < 40 && only_cell(other.execute(gone)) != "0"; ++i) {
    std::this_thread::sleep_for(50ms);
  }
  CHECK(only_cell(other.execute(gone)) == "0");
}

TEST_CASE("a stopped call may go on for its grace, and no longer") {
  auto stop = std::make_shared<std::atomic<bool>>(true);
  auto server = connect({.stop = stop, .grace = 2s});
  CHECK(only_cell(server.execute("SELECT 1 FROM pg_sleep(0.2)")) == "1");
  auto start = std::chrono::steady_clock::now();
  CHECK(failure_of(server.execute("SELECT pg_sleep(60)")).code == ec::cancelled);
  CHECK(std::chrono::steady_clock::now() - start < 4s);
}

TEST_CASE("a failure within the data of a COPY says where") {
  auto server = connect();
  REQUIRE(server.execute("CREATE TEMP TABLE places(a int, b int)"));
  REQUIRE(server.start_copy_in("COPY places FROM STDIN"));
  REQUIRE(server.put_copied("1\t2\n3\tx\n"));
  CHECK_FALSE(server.finish_copy_in());
  CHECK(server.failed_place() == "COPY places, line 2, column b: \"x\"");
}

TEST_CASE("a server that stays silent too long is given up", "[P262]") {
  auto server = connect({.timeout = 300ms});
  auto failure = failure_of(server.execute("SELECT pg_sleep(60)"));
  CHECK(failure.code == ec::unavailable);
  CHECK(failure.what == "no answer for 1 seconds");
  CHECK_FALSE(server.is_open());
}

TEST_CASE("a frozen server ends no call for ever, and a crashed one breaks the connection",
          "[P262]") {
  test::own_postgres own;
  auto frozen = connect({.address = own.address(), .timeout = 300ms});
  auto broken = connect({.address = own.address()});
  own.freeze();
  CHECK(failure_of(frozen.execute("SELECT 1")).what == "no answer for 1 seconds");
  CHECK(refusal(own.address() + "?connect_timeout=1").what == "no connection within 1 seconds");
  own.thaw();
  own.stop_immediately();
  auto failure = failure_of(broken.execute("SELECT 1"));
  CHECK(failure.code == ec::unavailable);
  CHECK_FALSE(broken.is_open());
}

TEST_CASE("rows are taken one by one, up to a failure in the middle") {
  auto server = connect();
  const std::array<pg_parameter, 1> parameters{pg_parameter{"3"}};
  REQUIRE(server.start_rows("SELECT 12 / ($1::int - x) FROM generate_series(1, 5) x", parameters));
  auto next = [&] {
    auto row = server.next_row();
    return !row ? row.error().what : *row ? std::string{(*row)->text(0, 0)} : "end";
  };
  CHECK(next() == "6");
  CHECK(next() == "12");
  CHECK(next() == "division by zero (SQLSTATE 22012)");
  CHECK(server.sqlstate() == "22012");
  REQUIRE(server.start_rows("SELECT 1 WHERE false"));
  CHECK(next() == "end");
  CHECK(only_cell(server.execute("SELECT 1")) == "1");
}

TEST_CASE("rows go in by COPY") {
  auto server = connect();
  REQUIRE(server.execute("CREATE TEMP TABLE copied (a int, b text)"));
  REQUIRE(server.start_copy_in("COPY copied FROM STDIN"));
  REQUIRE(server.put_copied("1\tone\n2\t"));
  REQUIRE(server.put_copied("\\N\n"));
  CHECK(server.finish_copy_in() == 2u);

  CHECK(only_cell(server.execute("SELECT string_agg(a || coalesce(b, '-'), ',' ORDER BY a) "
                                 "FROM copied"))
        == "1one,2-");
}

TEST_CASE("what is wrong with copied data is said at its end, and taking back takes back") {
  auto server = connect();
  REQUIRE(server.execute("CREATE TEMP TABLE copied (a int)"));
  REQUIRE(server.start_copy_in("COPY copied FROM STDIN"));
  REQUIRE(server.put_copied("1\nx\n"));
  CHECK(failure_of(server.finish_copy_in()).what
        == "invalid input syntax for type integer: \"x\" (SQLSTATE 22P02)");
  REQUIRE(server.start_copy_in("COPY copied FROM STDIN"));
  REQUIRE(server.put_copied("1\n2\n"));
  REQUIRE(server.abort_copy_in());
  CHECK(only_cell(server.execute("SELECT count(*) FROM copied")) == "0");
}

} // namespace faucet
