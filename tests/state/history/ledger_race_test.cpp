#include "tests/state/history/history_place.hpp"
#include "tests/state/history/ledger_suite.hpp"

#include <atomic>
#include <map>
#include <thread>

using namespace faucet;
using namespace faucet::test;

namespace {

/// Does work in several threads at once, each with its number, and waits for all.
template <class Work>
void in_threads(size_t count, Work work) {
  std::vector<std::thread> threads;
  for (size_t i = 0; i < count; ++i) {
    threads.emplace_back([&work, i] { work(i); });
  }
  for (auto& x : threads) {
    x.join();
  }
}

} // namespace

TEST_CASE("members that claim at the same time never get the same run") {
  auto place = each_ledger_place();
  constexpr size_t members = 8;
  constexpr size_t run_count = 200;
  std::vector<new_run> runs;
  for (size_t i = 0; i < run_count; ++i) {
    runs.push_back(run_named("run-" + std::to_string(1000 + i)));
  }
  REQUIRE(place->open()->runs().submit(runs));
  std::vector<std::vector<claimed_run>> taken(members);
  std::atomic<size_t> total = 0;
  std::atomic<size_t> failures = 0;
  in_threads(members, [&](size_t i) {
    auto member = place->open();
    while (total < run_count && failures == 0) {
      auto claimed =
        member->runs().claim({"member-" + std::to_string(i), names{"default"}, 7, lasting});
      if (!claimed) {
        ++failures;
        return;
      }
      total += claimed->size();
      std::move(claimed->begin(), claimed->end(), std::back_inserter(taken[i]));
    }
  });
  CHECK(failures == 0);
  CHECK(total == run_count);
  std::map<std::string, std::string> owners;
  for (size_t i = 0; i < members; ++i) {
    for (const auto& x : taken[i]) {
      CHECK(x.hold.epoch == 1);
      CHECK(owners.emplace(x.hold.run, "member-" + std::to_string(i)).second);
    }
  }
  auto reader = place->open();
  for (const auto& [run, owner] : owners) {
    CHECK(find(*reader, run).owner == owner);
  }
}

TEST_CASE("of submissions with one key at the same time one is stored") {
  auto place = each_ledger_place();
  constexpr size_t members = 8;
  constexpr int keys = 5;
  std::atomic<int> fresh = 0;
  std::atomic<int> replays = 0;
  std::atomic<int> others = 0;
  in_threads(members, [&](size_t i) {
    auto member = place->open();
    std::vector<new_run> runs;
    for (int key = 0; key < keys; ++key) {
      // Every other member names the keys in another order.
      auto name = std::to_string(i % 2 == 0 ? key : keys - 1 - key);
      runs.push_back(run_named("run-" + std::to_string(i) + "-" + name));
      runs.back().idempotency = {"key-" + name, "print", lasting};
    }
    auto answers = member->runs().submit(runs);
    for (const auto& x : answers.value_or(std::vector<submit_answer>{})) {
      ++(x.outcome == submit_outcome::fresh    ? fresh
         : x.outcome == submit_outcome::replay ? replays
                                               : others);
    }
  });
  CHECK(fresh == keys);
  CHECK(replays == keys * (members - 1));
  CHECK(others == 0);
}

TEST_CASE("a run is reclaimed once, whoever tries") {
  auto place = each_ledger_place();
  constexpr size_t run_count = 40;
  auto member = place->open();
  std::vector<new_run> runs;
  for (size_t i = 0; i < run_count; ++i) {
    runs.push_back(run_named("run-" + std::to_string(1000 + i)));
  }
  REQUIRE(member->runs().submit(runs));
  REQUIRE(claim(*member, "dead", run_count, lapsed).size() == run_count);
  std::atomic<size_t> reclaimed = 0;
  std::atomic<size_t> failures = 0;
  in_threads(4, [&](size_t i) {
    auto survivor = place->open();
    for (int round = 0; round < 3; ++round) {
      auto taken =
        i % 2 == 0 ? survivor->runs().reclaim(3) : survivor->runs().reclaim_from("dead", 3);
      taken ? reclaimed += taken->size() : failures += 1;
    }
  });
  CHECK(failures == 0);
  CHECK(reclaimed == run_count);
  for (const auto& x : claim(*member, "b", run_count)) {
    CHECK(x.attempt == 2);
  }
}

TEST_CASE("an end and a reclaim at the same time are one or the other", "[P178]") {
  auto place = each_ledger_place();
  constexpr size_t run_count = 60;
  auto member = place->open();
  std::vector<new_run> runs;
  for (size_t i = 0; i < run_count; ++i) {
    runs.push_back(run_named("run-" + std::to_string(1000 + i)));
  }
  REQUIRE(member->runs().submit(runs));
  auto claimed = claim(*member, "a", run_count, lapsed);
  REQUIRE(claimed.size() == run_count);
  std::map<std::string, int> counted;
  std::map<std::string, int> taken;
  std::atomic<size_t> failures = 0;
  in_threads(2, [&](size_t i) {
    auto own = place->open();
    if (i == 0) {
      for (const auto& x : claimed) {
        run_end end{x.hold, run_status::completed, {}, "{}"};
        auto done = own->runs().finish("a", {&end, 1});
        failures += done ? 0 : 1;
        counted[x.hold.run] = done && !done->counted.empty() ? 1 : 0;
      }
      return;
    }
    for (int round = 0; round < 50; ++round) {
      auto lost = own->runs().reclaim(3);
      failures += lost ? 0 : 1;
      for (const auto& x : lost.value_or(std::vector<reclaimed_run>{})) {
        ++taken[x.lost.run];
      }
    }
  });
  CHECK(failures == 0);
  for (const auto& x : claimed) {
    INFO(x.hold.run);
    CHECK(counted[x.hold.run] + taken[x.hold.run] == 1);
    CHECK(find(*member, x.hold.run).status
          == (counted[x.hold.run] == 1 ? run_status::completed : run_status::pending));
  }
}
