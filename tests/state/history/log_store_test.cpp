#include "tests/state/history/history_place.hpp"
#include "tests/state/history/ledger_suite.hpp"

#include <atomic>
#include <thread>

using namespace faucet;
using namespace faucet::test;

namespace {

std::vector<log_line> lines_from(uint64_t first, uint64_t count) {
  std::vector<log_line> result;
  for (auto i = first; i < first + count; ++i) {
    result.push_back({i, instant{std::chrono::seconds{i}}, "info", "line " + std::to_string(i),
                      i % 2 == 0 ? R"({"row":"a"})" : ""});
  }
  return result;
}

/// A place in which these runs are.
std::unique_ptr<history_place> place_with(const names& runs) {
  auto result = each_history_place();
  auto in = result->open();
  for (const auto& id : runs) {
    auto run = run_named(id);
    REQUIRE(in->ledger().submit({&run, 1}));
  }
  return result;
}

} // namespace

TEST_CASE("lines come back as they were logged, in pages") {
  auto place = place_with({"run-1", "run-2"});
  auto in = place->open();
  REQUIRE(in->logs().append("run-1", lines_from(1, 5)));
  REQUIRE(in->logs().append("run-2", lines_from(1, 1)));
  REQUIRE(in->logs().append("run-1", {}));
  REQUIRE(in->logs().append("run-1", lines_from(6, 5)));
  auto first = in->logs().read("run-1", 0, 4);
  REQUIRE(first);
  REQUIRE(first->lines.size() == 4);
  CHECK(first->lines[1].sequence == 2);
  CHECK(first->lines[1].at == instant{std::chrono::seconds{2}});
  CHECK(first->lines[1].level == "info");
  CHECK(first->lines[1].line == "line 2");
  CHECK(first->lines[1].attributes == R"({"row":"a"})");
  CHECK(first->lines[0].attributes.empty());
  CHECK(first->dropped == 0);
  auto rest = in->logs().read("run-1", 4, 100);
  REQUIRE(rest->lines.size() == 6);
  CHECK(rest->lines.back().line == "line 10");
  CHECK(in->logs().read("run-9", 0, 100)->lines.empty());
}

TEST_CASE("lines beyond the limit of a run are counted and dropped") {
  auto place = place_with({"run-1", "run-2"});
  auto in = place->open(7);
  REQUIRE(in->logs().append("run-1", lines_from(1, 5)));
  REQUIRE(in->logs().append("run-1", lines_from(6, 5)));
  REQUIRE(in->logs().append("run-1", lines_from(11, 5)));
  auto read = in->logs().read("run-1", 0, 100);
  REQUIRE(read);
  CHECK(read->lines.size() == 7);
  CHECK(read->lines.back().sequence == 7);
  CHECK(read->dropped == 8);
  auto none = place->open(0);
  REQUIRE(none->logs().append("run-2", lines_from(1, 5)));
  CHECK(none->logs().read("run-2", 0, 100)->lines.empty());
}

TEST_CASE("lines whose answer was lost are stored once") {
  auto place = place_with({"run-1", "run-2"});
  auto in = place->open(8);
  REQUIRE(in->logs().append("run-1", lines_from(1, 5)));
  REQUIRE(in->logs().append("run-1", lines_from(1, 5)));
  REQUIRE(in->logs().append("run-1", lines_from(3, 5)));
  auto read = in->logs().read("run-1", 0, 100);
  REQUIRE(read);
  CHECK(read->lines.size() == 7);
  CHECK(read->dropped == 0);
}

TEST_CASE("two nodes that log for one run lose no line, however their numbers lie", "[P328]") {
  auto place = place_with({"run-1", "run-2"});
  auto paused = place->open();
  auto successor = place->open();
  REQUIRE(successor->logs().append("run-1", lines_from(100, 3)));
  REQUIRE(paused->logs().append("run-1", lines_from(10, 3)));
  auto read = successor->logs().read("run-1", 0, 100);
  REQUIRE(read);
  REQUIRE(read->lines.size() == 6);
  CHECK(read->lines.front().sequence == 10);
  CHECK(read->dropped == 0);
}

TEST_CASE("lines of a run that was deleted are left out, those of others are kept") {
  auto place = place_with({"run-2"});
  auto in = place->open();
  REQUIRE(in->logs().append("run-1", lines_from(1, 2)));
  std::vector<run_lines> logs{{"run-1", lines_from(1, 2)}, {"run-2", lines_from(1, 2)}};
  REQUIRE(in->logs().append(logs));
  CHECK(in->logs().read("run-2", 0, 9)->lines.size() == 2);
  auto raw = place->raw();
  for (const auto* table : {"faucet_serve_run_logs", "faucet_serve_run_log_counts"}) {
    INFO(table);
    auto rows = raw->run("SELECT run_id FROM " + std::string{table} + " WHERE run_id = 'run-1'");
    REQUIRE(rows);
    CHECK(rows->rows() == 0);
  }
}

TEST_CASE("a line of any bytes is kept, what is no text in it replaced") {
  auto place = place_with({"run-1", "run-2"});
  auto in = place->open();
  log_line line{1, {}, "info", std::string{"a\0b\xff 🚰 \\u0000", 16}, {}};
  REQUIRE(in->logs().append("run-1", {&line, 1}));
  auto read = in->logs().read("run-1", 0, 1);
  REQUIRE(read);
  REQUIRE(read->lines.size() == 1);
  CHECK(read->lines[0].line
        == "a\xef\xbf\xbd"
           "b\xef\xbf\xbd 🚰 \\u0000");
}

TEST_CASE("numbers of lines follow the time, and each other within a microsecond", "[P328]") {
  log_sequence first;
  log_sequence second;
  auto now = instant{std::chrono::hours{500'000}};
  auto one = first.next(now);
  auto two = first.next(now);
  CHECK(two == one + 1);
  CHECK(first.next(now - std::chrono::seconds{1}) > two);
  // Another node goes on with the run a moment later.
  CHECK(second.next(now + std::chrono::microseconds{1}) > two);
  CHECK(std::to_string(two).size() == 19);
  log_sequence many;
  uint64_t last = 0;
  for (int i = 0; i < 10'000; ++i) {
    auto next = many.next(now);
    CHECK(next > last);
    last = next;
  }
}

TEST_CASE("lines of a run are kept while its row is changed by others") {
  auto place = make_history_place("postgres");
  auto in = place->open();
  auto run = run_named("run-1");
  REQUIRE(in->ledger().submit({&run, 1}));
  REQUIRE(in->ledger().claim({"a", names{"default"}, 1, lasting})->size() == 1);
  std::atomic<bool> is_over = false;
  std::thread renewing{[&] {
    auto own = place->open();
    const std::vector<run_hold> holds{{"run-1", 1}};
    while (!is_over) {
      static_cast<void>(own->ledger().renew("a", holds, lasting));
    }
  }};
  constexpr uint64_t batches = 500;
  auto kept = true;
  for (uint64_t i = 0; i < batches; ++i) {
    kept = kept && in->logs().append("run-1", lines_from(1 + i * 2, 2));
  }
  is_over = true;
  renewing.join();
  CHECK(kept);
  CHECK(in->logs().read("run-1", 0, 2 * batches + 1)->lines.size() == 2 * batches);
}
