#include "tests/connectors/postgres/sink_schema.hpp"
#include "tests/own_postgres.hpp"

#include <chrono>

using namespace faucet;
using namespace faucet::test;
using Catch::Contains;

namespace {

std::string options_for(const std::string& address, const std::string& more) {
  return "connection_url: \"" + address + "\"\ntable_name: t\ncolumn_mapping: auto_map\n" + more;
}

/// What a statement on the server gives, on a connection that ends with it.
std::string ask(const own_postgres& server, const std::string& sql) {
  auto connection = pg_connection::open({.address = server.address()});
  REQUIRE(connection);
  auto result = connection->execute(sql);
  if (!result) {
    FAIL(render(result.error()));
  }
  return result->rows() == 0 ? "" : std::string{result->text(0, 0)};
}

/// Writes pages until the sink says that it cannot.
error write_until_it_fails(sink_run& run) {
  std::vector<std::string> records(1000, R"({"a":1,"s":")" + std::string(200, 'x') + "\"}");
  for (int i = 0; i < 2000; ++i) {
    auto ok = run.try_write(records);
    if (ok) {
      ok = run.driver().flush();
    }
    if (!ok) {
      return ok.error();
    }
  }
  FAIL("the sink never failed");
  return {};
}

} // namespace

TEST_CASE("a server that crashes in the middle of a write fails it once and tears no page",
          "[P88][P89]") {
  own_postgres server;
  for (std::string method : {"insert", "copy"}) {
    INFO(method);
    ask(server, "DROP TABLE IF EXISTS t");
    ask(server, "CREATE TABLE t(a int, s text)");
    auto options = options_for(server.address(), "write_method: " + method);
    sink_run run{"postgres", options};
    run.write({R"({"a":1})"}).flush().write({R"({"a":2})"});
    server.stop_immediately();
    auto failure = write_until_it_fails(run);
    CHECK(failure.code == ec::unavailable);
    CHECK_THAT(failure.which, Contains("postgresql://tester"));
    server.start();
    // What became of the page is not known: it is not sent again behind the caller's back.
    CHECK_FALSE(run.try_write({R"({"a":3})"}));
    static_cast<void>(run.driver().close(ending::failed));
    auto rows = ask(server, "SELECT string_agg(a::text, ',' ORDER BY a) FROM t");
    CHECK(rows == (method == "copy" ? "1" : "1,2"));
    sink_run{"postgres", options}.write({R"({"a":9})"}).close();
    CHECK(ask(server, "SELECT max(a) FROM t") == "9");
  }
}

TEST_CASE("a server that hangs in the middle of a write is given up after the write timeout",
          "[P262]") {
  own_postgres server;
  for (std::string method : {"insert", "copy"}) {
    INFO(method);
    ask(server, "DROP TABLE IF EXISTS t");
    ask(server, "CREATE TABLE t(a int, s text)");
    sink_run run{"postgres",
                 options_for(server.address(), "write_timeout_secs: 1\nwrite_method: " + method)};
    run.write({R"({"a":1})"}).flush();
    server.freeze();
    auto start = std::chrono::steady_clock::now();
    auto failure = write_until_it_fails(run);
    CHECK(failure.code == ec::unavailable);
    CHECK(failure.what == "no answer for 1 seconds");
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds{10});
    server.thaw();
    static_cast<void>(run.driver().close(ending::failed));
    CHECK(ask(server, "SELECT count(*) FROM t") == "1");
  }
}

TEST_CASE("a cancelled run still commits what the postgres sink took") {
  sink_schema db{"sink_cancelled"};
  db.run("CREATE TABLE t(a int)");
  auto stop = std::make_shared<std::atomic<bool>>(false);
  auto sink = std::move(*make_sink("postgres", db.options("t")));
  REQUIRE(sink->open({.stop = stop}, {}));
  REQUIRE(sink->write(page_of({R"({"a":1})"})));
  *stop = true;
  CHECK(sink->write(page_of({R"({"a":2})"})));
  CHECK(sink->close(ending::cancelled));
  CHECK(db.rows("SELECT * FROM t") == "1;2");
}

TEST_CASE("a wrong password and an unreachable server are named without the password") {
  auto failure_of = [](const std::string& address) {
    auto sink = std::move(*make_sink("postgres", options_for(address, "")));
    auto ok = sink->open({}, {});
    return ok ? "opened" : render(ok.error());
  };
  auto address = postgres_address();
  address.replace(0, address.rfind('@'), "postgresql://tester:wrong-secret");
  CHECK_THAT(failure_of(address),
             Contains("password authentication failed") && !Contains("wrong-secret"));
  auto nobody = failure_of("postgresql://u:wrong-secret@127.0.0.1:1/db");
  CHECK_THAT(nobody, Contains("127.0.0.1") && !Contains("wrong-secret"));
}

TEST_CASE("the sink keeps to the TLS mode of its address") {
  own_postgres server;
  ask(server, "CREATE TABLE t(a int, s text)");
  ask(server, "COPY (SELECT 1) TO PROGRAM 'openssl req -x509 -newkey rsa:2048 -nodes -days 2 "
              "-keyout server.key -out server.crt -subj /CN=127.0.0.1 "
              "-addext subjectAltName=IP:127.0.0.1 2>/dev/null && chmod 600 server.key'");
  ask(server, "COPY (SELECT 'hostssl all all 127.0.0.1/32 trust') TO PROGRAM 'cat > pg_hba.conf'");
  ask(server, "ALTER SYSTEM SET ssl = on");
  server.stop_immediately();
  server.start();
  auto certificate = ask(server, "SELECT current_setting('data_directory') || '/server.crt'");
  auto write = [&](const std::string& mode) {
    auto sink =
      std::move(*make_sink("postgres", options_for(server.address() + "?sslmode=" + mode, "")));
    auto ok = sink->open({}, {});
    ok = ok ? sink->write(page_of({R"({"a":1})"})) : std::move(ok);
    auto closed = sink->close(ending::completed);
    return !ok ? render(ok.error()) : closed ? "written" : render(closed.error());
  };
  CHECK_THAT(write("disable"), Contains("no encryption"));
  CHECK(write("require") == "written");
  CHECK(write("verify-full&sslrootcert=" + certificate) == "written");
  CHECK_THAT(write("verify-full&sslrootcert=/nowhere/root.crt"), Contains("/nowhere/root.crt"));
  CHECK_THAT(write("verify-full"), Contains("root certificate"));
  CHECK(ask(server, "SELECT count(*) FROM t") == "2");
}
