#include "connectors/postgres/late_rows.hpp"
#include "tests/connectors/postgres/postgres_run.hpp"
#include "tests/own_postgres.hpp"

#include <algorithm>
#include <map>
#include <random>

using namespace faucet;
using test::entry;

namespace {

/// A server where nobody else has transactions, which would hold rows back.
std::string quiet_server() {
  static test::own_postgres server;
  return server.address();
}

/// A table of events, read by updated_at and the transaction that wrote each row.
struct late_source {
  std::string address;
  std::string query;
  std::string late_rows;
  int64_t batch_size = 1000;

  [[nodiscard]] test::source_run run(const std::string& resume = {}) const {
    auto config = test::postgres_config(address, query);
    config.push_back(entry("batch_size", batch_size));
    node::map_type replication{
      entry("type", std::string{"incremental"}),
      entry("column", std::string{"updated_at"}),
      entry("initial_value", std::string{"-infinity"}),
    };
    if (!late_rows.empty()) {
      replication.push_back(entry("late_rows", late_rows));
    }
    config.push_back(entry("replication", std::move(replication)));
    return test::run(postgres_source(), std::move(config),
                     resume.empty() ? std::nullopt : std::optional{bookmark{resume}});
  }
};

/// The ids of records in their order.
std::vector<int> ids(const test::source_run& run) {
  CHECK(run.error.empty());
  std::vector<int> result;
  constexpr std::string_view before = "{\"id\":";
  for (size_t at = 0; at < run.records.size(); at = run.records.find('\n', at) + 1) {
    result.push_back(std::stoi(run.records.substr(at + before.size())));
  }
  return result;
}

using id_list = std::vector<int>;

void create_stamped_events(test::postgres_schema& schema) {
  schema.session.run("CREATE TABLE events (id int, updated_at timestamptz, "
                     "txid xid8 DEFAULT pg_current_xact_id())");
}

/// By the system column, and by a column that the table keeps.
std::vector<late_source> both_ways(const test::postgres_schema& schema) {
  return {{schema.address(), "SELECT id, updated_at, xmin FROM events", "xmin"},
          {schema.address(), "SELECT * FROM events", "txid"}};
}

std::string insert(int id, const std::string& time) {
  return "INSERT INTO events VALUES (" + std::to_string(id) + ", '2024-01-01 " + time + "+00')";
}

} // namespace

TEST_CASE("a row that commits late below the cursor is delivered, and only once") {
  test::postgres_schema schema{"late_rows", quiet_server()};
  create_stamped_events(schema);
  for (const auto& source : both_ways(schema)) {
    INFO(source.late_rows);
    schema.session.run("TRUNCATE events");
    schema.session.run(insert(1, "10:00:00"));
    test::postgres_session slow{schema.address()};
    slow.run("BEGIN");
    slow.run(insert(2, "10:00:01"));
    schema.session.run(insert(3, "10:00:02"));

    auto first = source.run(); // 3 has committed, but 2, which began before it, has not
    CHECK(ids(first) == id_list{1});
    CHECK(first.records == "{\"id\":1,\"updated_at\":\"2024-01-01T10:00:00+00:00\"}\n");
    slow.run("COMMIT");
    auto second = source.run(first.bookmarks.back());
    CHECK(ids(second) == id_list{2, 3});
    schema.session.run(insert(4, "09:00:00")); // below every cursor so far
    auto third = source.run(second.bookmarks.back());
    CHECK(ids(third) == id_list{4});
    auto last = source.run(third.bookmarks.back());
    CHECK(last.records.empty());
    REQUIRE(last.bookmarks.size() == 1);
    CHECK_THAT(last.bookmarks.back(), Catch::StartsWith(R"({"horizon":)"));
  }
}

TEST_CASE("without late_rows the same row is missed") {
  test::postgres_schema schema{"missed_rows", quiet_server()};
  create_stamped_events(schema);
  late_source source{schema.address(), "SELECT * FROM events", ""};
  test::postgres_session slow{schema.address()};
  slow.run("BEGIN");
  slow.run(insert(2, "10:00:01"));
  schema.session.run(insert(3, "10:00:02"));
  auto first = source.run();
  CHECK(ids(first) == id_list{3});
  slow.run("COMMIT");
  CHECK(source.run(first.bookmarks.back()).records.empty());
}

TEST_CASE("rows of subtransactions and prepared transactions come with their transaction") {
  test::postgres_schema schema{"subtransactions", quiet_server()};
  create_stamped_events(schema);
  for (const auto& source : both_ways(schema)) {
    INFO(source.late_rows);
    schema.session.run("TRUNCATE events");
    test::postgres_session slow{schema.address()};
    slow.run("BEGIN");
    slow.run(insert(1, "10:00:00"));
    slow.run("SAVEPOINT a");
    slow.run(insert(2, "10:00:01"));
    slow.run("RELEASE a");
    slow.run("SAVEPOINT b");
    slow.run(insert(3, "10:00:02"));
    slow.run("ROLLBACK TO b");
    schema.session.run(insert(4, "10:00:03"));
    auto first = source.run();
    CHECK(first.records.empty());
    slow.run("PREPARE TRANSACTION 'slow'");
    auto second = source.run(first.bookmarks.back());
    CHECK(second.records.empty());
    schema.session.run("COMMIT PREPARED 'slow'");
    CHECK(ids(source.run(second.bookmarks.back())) == id_list{1, 2, 4});
  }
}

TEST_CASE("an update is delivered by xmin, whatever its cursor") {
  test::postgres_schema schema{"late_updates", quiet_server()};
  create_stamped_events(schema);
  schema.session.run(insert(1, "10:00:00"));
  schema.session.run(insert(2, "10:00:01"));
  auto source = both_ways(schema).front();
  auto first = source.run();
  CHECK(ids(first) == id_list{1, 2});
  schema.session.run("UPDATE events SET updated_at = updated_at WHERE id = 1");
  CHECK(ids(source.run(first.bookmarks.back())) == id_list{1});
}

TEST_CASE("within a slice each page can be resumed from, and the next slice follows") {
  test::postgres_schema schema{"slice_pages", quiet_server()};
  create_stamped_events(schema);
  for (auto source : both_ways(schema)) {
    INFO(source.late_rows);
    source.batch_size = 2;
    schema.session.run("TRUNCATE events");
    for (int i = 1; i <= 7; ++i) {
      schema.session.run(insert(i, "10:00:0" + std::to_string(i / 3))); // ties across pages
    }
    auto whole = source.run();
    auto all = ids(whole);
    REQUIRE(all.size() == 7);
    schema.session.run(insert(8, "09:00:00"));
    for (size_t i = 0; i < whole.bookmarks.size(); ++i) {
      INFO(whole.bookmarks[i]);
      auto rest = ids(source.run(whole.bookmarks[i]));
      auto expected = id_list{
        all.begin() + static_cast<std::ptrdiff_t>(std::min<size_t>(7, 2 * i + 2)), all.end()};
      expected.push_back(8); // of the slice behind
      CHECK(rest.back() == 8);
      std::ranges::sort(rest);
      std::ranges::sort(expected);
      CHECK(rest == expected);
    }
    CHECK_THAT(whole.bookmarks.front(), Catch::Contains("\"upto\":"));
    CHECK_THAT(whole.bookmarks.back(), !Catch::Contains("\"upto\":"));
  }
}

TEST_CASE("late_rows can be switched on over a bookmark without it, but not off") {
  test::postgres_schema schema{"switching", quiet_server()};
  create_stamped_events(schema);
  schema.session.run(insert(1, "10:00:00"));
  schema.session.run(insert(2, "10:00:01"));
  late_source off{schema.address(), "SELECT * FROM events", ""};
  late_source on{schema.address(), "SELECT * FROM events", "txid"};
  off.query = on.query = "SELECT id, updated_at, txid FROM events";
  auto before = off.run();
  CHECK(ids(before) == id_list{1, 2});
  schema.session.run(insert(3, "10:00:02"));
  // The fingerprints of the boundary were taken with the column that is now left out.
  auto first = on.run(before.bookmarks.back());
  CHECK(ids(first) == id_list{2, 3});
  schema.session.run(insert(4, "09:00:00"));
  CHECK(ids(on.run(first.bookmarks.back())) == id_list{4});
  CHECK(ids(on.run("\"2024-01-01T10:00:01+00:00\"")) == id_list{2, 3});
  CHECK_THAT(off.run(first.bookmarks.back()).error,
             Catch::StartsWith("stored bookmark: was stored"));
}

TEST_CASE("a position beyond the server's transactions is refused: it is of another server") {
  test::postgres_schema schema{"other_server", quiet_server()};
  create_stamped_events(schema);
  auto source = both_ways(schema).back();
  for (const auto* stored : {R"({"horizon":999999999999})",
                             R"({"horizon":5,"upto":999999999999,"value":"2024-01-01"})"}) {
    CHECK_THAT(source.run(stored).error,
               Catch::StartsWith("stored bookmark: stands at transaction 999999999999"));
  }
  for (const auto* stored : {R"({"horizon":"x"})", R"({"horizon":-1})", R"({"horizon":1,"upto":2})",
                             R"({"horizon":9,"upto":2,"value":1})"}) {
    CHECK_THAT(source.run(stored).error, Catch::StartsWith("stored bookmark: "));
  }
}

TEST_CASE("a column that holds no transaction is refused as late_rows") {
  test::postgres_schema schema{"no_transaction", quiet_server()};
  create_stamped_events(schema);
  late_source source{schema.address(), "SELECT id, updated_at FROM events", "xmin"};
  CHECK_THAT(source.run().error,
             Catch::StartsWith("replication.late_rows: the query has no output column \"xmin\""));
  source.query = "SELECT id::text AS xmin, updated_at FROM events";
  CHECK_THAT(source.run().error, Catch::StartsWith("column \"xmin\": holds no transaction"));
  source.query = "SELECT id, updated_at, xmin FROM events WHERE updated_at >= ${bookmark}";
  CHECK_THAT(source.run().error, Catch::Contains("${bookmark} has no value"));
}

TEST_CASE("a transaction that has been running for long is told of, with who runs it") {
  test::postgres_schema schema{"holding_back", quiet_server()};
  create_stamped_events(schema);
  auto told_of = [&](std::chrono::minutes long_running) {
    auto server = pg_connection::open({.address = schema.address()});
    REQUIRE(server);
    std::string told;
    REQUIRE(read_horizon(
      *server, [&](std::string text) { told += text; }, long_running));
    return told;
  };
  CHECK(told_of(std::chrono::minutes{0}).empty());
  test::postgres_session slow{schema.address()};
  slow.run("BEGIN");
  slow.run(insert(1, "10:00:00"));
  CHECK(told_of(std::chrono::minutes{5}).empty());
  CHECK_THAT(told_of(std::chrono::minutes{0}),
             Catch::StartsWith("rows written in the last 0 minutes are held back: transaction ")
               && Catch::Contains("(process " + slow.cell("SELECT pg_backend_pid()") + ")"));
  slow.run("PREPARE TRANSACTION 'held'");
  CHECK_THAT(told_of(std::chrono::minutes{0}), Catch::Contains("(prepared transaction held)"));
  schema.session.run("ROLLBACK PREPARED 'held'");
}

TEST_CASE("rows without a transaction are older than all") {
  test::postgres_schema schema{"null_transactions", quiet_server()};
  create_stamped_events(schema);
  schema.session.run("INSERT INTO events VALUES (1, '2024-01-01', NULL)");
  auto source = both_ways(schema).back();
  auto first = source.run();
  CHECK(ids(first) == id_list{1});
  CHECK(source.run(first.bookmarks.back()).records.empty());
}

TEST_CASE("32-bit transaction numbers are told apart where they begin again") {
  test::postgres_session session;
  constexpr uint64_t epoch = uint64_t{1} << 32;
  // The slice lies across the turn: 4294967290 to 4294967296 + 10, and the next one is … + 20.
  auto condition = *slice_condition("x", 28, {epoch - 6, epoch + 10}, epoch + 20);
  auto chosen = session.cell(
    "SELECT string_agg(x::text, ',' ORDER BY n) FROM (SELECT n, n::text::xid AS x FROM "
    "unnest(ARRAY[4294967289, 4294967290, 4294967295, 3, 9, 10, 19]) n) q WHERE "
    + condition);
  CHECK(chosen == "3,9,4294967290,4294967295");
  auto first = *slice_condition("x", 28, {0, epoch + 10}, epoch + 20);
  chosen = session.cell(
    "SELECT string_agg(x::text, ',' ORDER BY n) FROM (SELECT n, n::text::xid AS x FROM "
    "unnest(ARRAY[1, 2, 3, 9, 10, 19, 4294967289]) n) q WHERE "
    + first);
  CHECK(chosen == "1,2,3,9,4294967289");
  // 1 and 2 are no transactions after the turn: such rows have been there from the start.
  auto at_the_turn = *slice_condition("x", 28, {0, epoch + 1}, epoch + 20);
  chosen = session.cell("SELECT string_agg(x::text, ',' ORDER BY n) FROM (SELECT n, n::text::xid "
                        "AS x FROM unnest(ARRAY[1, 2, 3, 4294967295]) n) q WHERE "
                        + at_the_turn);
  CHECK(chosen == "1,2,4294967295");
}

TEST_CASE("with late_rows no row is lost or repeated while many write, commit and roll back") {
  test::postgres_schema schema{"many_writers", quiet_server()};
  create_stamped_events(schema);
  for (auto source : both_ways(schema)) {
    INFO(source.late_rows);
    source.batch_size = 7;
    schema.session.run("TRUNCATE events");
    std::mt19937 random{20240101};
    constexpr size_t writers = 6;
    std::vector<std::unique_ptr<test::postgres_session>> sessions;
    for (size_t i = 0; i < writers; ++i) {
      sessions.push_back(std::make_unique<test::postgres_session>(schema.address()));
    }
    std::vector<bool> is_open(writers, false);
    std::map<int, int> delivered;
    std::string stored;
    auto sync = [&] {
      auto run = source.run(stored);
      auto pages = run.bookmarks.size();
      // A crash at any page: only what the bookmark stands for has been delivered.
      auto survived = pages == 0 ? 0 : random() % pages + 1;
      size_t rows = 0;
      for (size_t i = 0; i < survived; ++i) {
        rows += run.page_sizes[i];
      }
      for (size_t i = 0; auto id : ids(run)) {
        if (i++ < rows) {
          ++delivered[id];
        }
      }
      stored = survived == 0 ? stored : run.bookmarks[survived - 1];
    };
    for (int id = 1; id <= 600; ++id) {
      auto i = random() % writers;
      if (!is_open[i]) {
        sessions[i]->run("BEGIN");
        is_open[i] = true;
      }
      sessions[i]->run(insert(id, "10:00:" + std::to_string(10 + random() % 40)));
      if (random() % 4 == 0) {
        sessions[i]->run(random() % 5 == 0 ? "ROLLBACK" : "COMMIT");
        is_open[i] = false;
      }
      if (random() % 20 == 0) {
        sync();
      }
    }
    for (size_t i = 0; i < writers; ++i) {
      sessions[i]->run("COMMIT");
    }
    for (int i = 0; i < 40; ++i) {
      sync();
    }
    stored = source.run(stored).bookmarks.back();
    auto rows = schema.session.run("SELECT id FROM events");
    CHECK(delivered.size() == rows.rows());
    for (size_t i = 0; i < rows.rows(); ++i) {
      CHECK(delivered[std::stoi(std::string{rows.text(i, 0)})] == 1);
    }
  }
}
