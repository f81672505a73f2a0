#include "actors/system_config.hpp"
#include "cluster/journal_keeper.hpp"
#include "cluster/run_journal.hpp"
#include "tests/catch.hpp"
#include "tests/state/history/history_place.hpp"

#include <caf/all.hpp>

#include <thread>

using namespace faucet;
using namespace std::chrono_literals;

namespace {

struct journal_config : caf::actor_system_config {
  journal_config() {
    configure(*this);
  }
};

std::vector<std::string> texts(const std::vector<log_line>& lines) {
  std::vector<std::string> result;
  for (const auto& x : lines) {
    result.push_back(x.line);
  }
  return result;
}

using list = std::vector<std::string>;

} // namespace

TEST_CASE("a journal gives its lines by run, in their order and no more than asked for") {
  run_journal journal;
  journal.note("b", "info", "one");
  journal.note("a", "warn", "two");
  journal.note("b", "info", "three");
  auto first = journal.take(2);
  REQUIRE(first.size() == 2);
  CHECK(first[0].run == "a");
  CHECK(first[0].lines[0].level == "warn");
  CHECK(texts(first[1].lines) == list{"one"});
  auto second = journal.take(2);
  REQUIRE(second.size() == 1);
  CHECK(texts(second[0].lines) == list{"three"});
  CHECK(second[0].lines[0].sequence > first[1].lines[0].sequence);
  CHECK(journal.take(2).empty());
}

TEST_CASE("a journal that is full drops lines, counts them, and says so at the end") {
  run_journal journal{1000};
  for (int i = 0; i < 100; ++i) {
    journal.note("a", "info", "something of some length, to fill it");
  }
  auto dropped = journal.dropped();
  CHECK(dropped > 80);
  auto taken = journal.take(1000);
  REQUIRE(taken.size() == 1);
  CHECK(taken[0].lines.size() == 100 - dropped + 1);
  CHECK(taken[0].lines.back().level == "warn");
  CHECK_THAT(taken[0].lines.back().line,
             Catch::StartsWith(std::to_string(dropped) + " lines of the log were dropped"));
  journal.note("a", "info", "again");
  CHECK(texts(journal.take(1000)[0].lines) == list{"again"});
}

TEST_CASE("a line of a log is cut where it is long, and repaired where it is no text") {
  run_journal journal;
  journal.note("a", "info", std::string(100'000, 'x'));
  journal.note("a", "info", "caf\xe9");
  auto taken = journal.take(10);
  CHECK(taken[0].lines[0].line.size() < 20'000);
  CHECK_THAT(taken[0].lines[0].line, Catch::EndsWith("bytes more)"));
  CHECK(taken[0].lines[1].line == "caf\xef\xbf\xbd");
}

TEST_CASE("lines of many threads are all kept and each has a number of its own") {
  run_journal journal;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&journal] {
      for (int line = 0; line < 500; ++line) {
        journal.note("a", "info", "x");
      }
    });
  }
  for (auto& x : threads) {
    x.join();
  }
  auto taken = journal.take(10'000);
  REQUIRE(taken.size() == 1);
  CHECK(taken[0].lines.size() == 2000);
  auto same = [](const auto& x, const auto& y) { return x.sequence >= y.sequence; };
  CHECK(std::ranges::adjacent_find(taken[0].lines, same) == taken[0].lines.end());
}

TEST_CASE("what runs log reaches the history, and a flush waits for it") {
  auto place = test::each_history_place();
  auto reader = place->open();
  for (const auto* id : {"r1", "r2"}) {
    new_run run;
    run.run = id;
    REQUIRE(reader->ledger().submit({&run, 1}));
  }
  journal_config config;
  caf::actor_system system{config};
  auto journal = std::make_shared<run_journal>();
  auto keeper =
    system.spawn<caf::detached>(keep_journal, journal, std::shared_ptr<history>{place->open()});
  journal->note("r2", "info", "of another");
  for (int i = 0; i < 5000; ++i) {
    journal->note("r1", "info", "line " + std::to_string(i));
  }
  auto flushed = false;
  caf::scoped_actor self{system};
  self->request(keeper, 30s, atom::flush::value)
    .receive([&](atom::done) { flushed = true; }, [](const caf::error&) {});
  CHECK(flushed);
  auto page = reader->logs().read("r1", 0, 10'000);
  REQUIRE(page);
  REQUIRE(page->lines.size() == 5000);
  CHECK(page->lines.front().line == "line 0");
  CHECK(page->lines.back().line == "line 4999");
  CHECK(texts(reader->logs().read("r2", 0, 10)->lines) == list{"of another"});
  self->send_exit(keeper, caf::exit_reason::user_shutdown);
}
