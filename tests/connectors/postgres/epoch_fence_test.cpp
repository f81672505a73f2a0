#include "connectors/write_epoch.hpp"
#include "tests/connectors/postgres/sink_schema.hpp"

#include <future>

using namespace faucet;
using namespace faucet::test;

namespace {

const std::string run_id = "0198c5f2-7d1a-7000-8000-000000000001";

/// A sink that is opened as the owner of that epoch.
std::unique_ptr<sink_driver> owner(const std::string& options, uint64_t epoch,
                                   const std::string& run = run_id) {
  auto sink = make_sink("postgres", options);
  REQUIRE(sink);
  fence(**sink, run_hold{run, epoch}, "orders");
  return std::move(*sink);
}

std::unique_ptr<sink_driver> opened(const std::string& options, uint64_t epoch,
                                    const driver_context& context = {}) {
  auto result = owner(options, epoch);
  auto ok = result->open(context, {});
  INFO((ok ? std::string{} : render(ok.error())));
  REQUIRE(ok);
  return result;
}

/// The answer to a page and to what makes it durable.
expected<void> answer(sink_driver& sink, const page& rows) {
  return sink.write(rows).and_then([&] { return sink.flush(); });
}

expected<void> answer(sink_driver& sink, const std::vector<std::string>& records) {
  return answer(sink, page_of(records));
}

void check_refused(const expected<void>& ok) {
  REQUIRE_FALSE(ok);
  CHECK(ok.error().code == ec::lease_lost);
  CHECK(render(ok.error())
        == "run " + run_id
             + ", orders: another owner has begun to write: its epoch is 2, that of this one 1");
}

/// Every way in which rows get into a table.
std::vector<std::pair<std::string, std::string>> ways() {
  return {{"copy", ""},
          {"insert", "write_method: insert\n"},
          {"upsert", "write_mode: upsert\nkey: [id]\n"}};
}

} // namespace

TEST_CASE("a page of an owner whose successor has begun is refused by PostgreSQL, and nothing of "
          "it is to be seen") {
  sink_schema db{"sink_epochs"};
  for (const auto& [way, more] : ways()) {
    for (auto letters : {false, true}) {
      INFO(way << ", dead letters: " << letters);
      db.run("DROP TABLE IF EXISTS t, _faucet_epochs");
      db.run("CREATE TABLE t(id int PRIMARY KEY, v text)");
      driver_context context;
      uint64_t rejected = 0;
      if (letters) {
        context.reject = [&rejected](size_t, const error&) { ++rejected; };
      }
      auto before = opened(db.options("t", more), 1, context);
      REQUIRE(answer(*before, {R"({"id":1,"v":"before"})"}));
      auto after = opened(db.options("t", more), 2);
      check_refused(answer(*before, {R"({"id":2,"v":"late"})", R"({"id":3,"v":"late"})"}));
      REQUIRE(answer(*after, {R"({"id":2,"v":"new"})"}));
      CHECK(db.rows("SELECT * FROM t ORDER BY id") == "1|before;2|new");
      CHECK(db.rows("SELECT scope, epoch FROM _faucet_epochs") == run_id + "::orders|2");
      static_cast<void>(before->close(ending::failed));
      REQUIRE(after->close(ending::completed));
      CHECK(db.rows("SELECT * FROM t ORDER BY id") == "1|before;2|new");
      CHECK(rejected == 0);
    }
  }
}

TEST_CASE("a page that was under way when the successor began is refused, too") {
  sink_schema db{"sink_epoch_under_way"};
  for (const auto& [way, more] : ways()) {
    INFO(way);
    db.run("DROP TABLE IF EXISTS t, _faucet_epochs");
    db.run("CREATE TABLE t(id int PRIMARY KEY)");
    db.run("INSERT INTO t VALUES (1)");
    auto before = opened(db.options("t", "write_timeout_secs: 20\n" + more), 1);
    // Its row waits for ours, in its transaction, until we roll back.
    db.run("BEGIN");
    db.run("DELETE FROM t WHERE id = 1");
    auto rows = page_of({R"({"id":1})"});
    auto page = std::async(std::launch::async, [&] { return answer(*before, rows); });
    sink_schema watch{"sink_epoch_watch"};
    while (watch.rows("SELECT count(*) > 0 FROM pg_locks WHERE NOT granted") != "t") {
    }
    auto after = opened(db.options("t", more), 2);
    db.run("COMMIT");
    check_refused(page.get());
    CHECK(db.rows("SELECT count(*) FROM t") == "0");
    static_cast<void>(before->close(ending::failed));
    REQUIRE(after->close(ending::completed));
  }
}

TEST_CASE("a successor waits for the commit that the owner before it is about to make") {
  sink_schema db{"sink_epoch_lock"};
  db.run("CREATE TABLE t(id int PRIMARY KEY)");
  auto before = opened(db.options("t"), 1);
  db.run("BEGIN");
  db.run("SELECT epoch FROM _faucet_epochs FOR SHARE"); // as a page does before its COMMIT
  auto next = owner(db.options("t"), 2);
  auto begun = std::async(std::launch::async, [&] { return next->open({}, {}); });
  sink_schema watch{"sink_epoch_watch"};
  while (watch.rows("SELECT count(*) > 0 FROM pg_locks WHERE NOT granted") != "t") {
  }
  db.run("COMMIT");
  REQUIRE(begun.get());
  check_refused(answer(*before, {R"({"id":1})"}));
}

TEST_CASE("an overwrite of an owner whose successor has begun replaces nothing") {
  sink_schema db{"sink_epoch_overwrite"};
  for (auto empty : {false, true}) {
    db.run("DROP TABLE IF EXISTS t, _faucet_epochs");
    db.run("CREATE TABLE t(id int PRIMARY KEY)");
    db.run("INSERT INTO t VALUES (7)");
    auto before = opened(db.options("t", "write_mode: overwrite\n"), 1);
    if (!empty) {
      REQUIRE(before->write(page_of({R"({"id":1})"})));
      REQUIRE(before->flush());
    }
    auto after = opened(db.options("t", "write_mode: overwrite\n"), 2);
    auto closed = before->close(ending::completed);
    REQUIRE_FALSE(closed);
    CHECK(closed.error().code == ec::lease_lost);
    CHECK(db.rows("SELECT * FROM t") == "7");
    REQUIRE(answer(*after, {R"({"id":2})"}));
    REQUIRE(after->close(ending::completed));
    CHECK(db.rows("SELECT * FROM t") == "2");
    CHECK(db.rows("SELECT count(*) FROM pg_class WHERE relname LIKE 't\\_\\_faucet%'") == "0");
  }
}

TEST_CASE("an owner that opens its sink after its successor is refused at once") {
  sink_schema db{"sink_epoch_open"};
  db.run("CREATE TABLE t(id int PRIMARY KEY)");
  auto after = opened(db.options("t"), 2);
  check_refused(owner(db.options("t"), 1)->open({}, {}));
  CHECK(owner(db.options("t"), 1, "another-run")->open({}, {})); // not that one's epoch
}

TEST_CASE("rows of one owner go on side by side, and epochs of long ago are forgotten") {
  sink_schema db{"sink_epoch_same"};
  db.run("CREATE TABLE t(id int PRIMARY KEY)");
  auto one = opened(db.options("t"), 3);
  db.run(
    "INSERT INTO _faucet_epochs VALUES ('old', 1, now() - interval '8 days'), ('young', 1, now())");
  auto other = opened(db.options("t"), 3);
  db.run("DELETE FROM _faucet_epochs WHERE scope LIKE '%::orders'"); // as of a run of many days
  REQUIRE(answer(*one, {R"({"id":1})"}));
  REQUIRE(answer(*other, {R"({"id":2})"}));
  CHECK(db.rows("SELECT scope, epoch FROM _faucet_epochs ORDER BY 2")
        == "young|1;" + run_id + "::orders|3");
  CHECK(db.rows("SELECT count(*) FROM t") == "2");
}

TEST_CASE("without an owner there is no table of epochs") {
  sink_schema db{"sink_no_epochs"};
  sink_run{"postgres", db.options("t")}.write({R"({"id":1})"}).close();
  CHECK(db.rows("SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace "
                "WHERE nspname = 'sink_no_epochs' AND relkind = 'r'")
        == "t");
}

TEST_CASE("PostgreSQL shows which run a session writes for, unless its address names it") {
  sink_schema db{"sink_session_name"};
  db.run("CREATE TABLE t(id int, wrote text DEFAULT current_setting('application_name'))");
  REQUIRE(answer(*opened(db.options("t"), 3), {R"({"id":1})"}));
  CHECK(db.rows("SELECT wrote FROM t") == "faucet " + run_id + " 3");
}
