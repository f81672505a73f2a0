#include "state/file_store.hpp"
#include "state/run_lease.hpp"
#include "tests/catch.hpp"
#include "tests/state/broken_store.hpp"
#include "tests/temp_folder.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <mutex>
#include <thread>
#include <utility>

using namespace faucet;
using namespace std::chrono_literals;

namespace {

const instant noon = parse_instant("2026-11-29T12:00:00Z").value();
constexpr auto lease_key = "p::row::__lease__";

lease_request request(std::string run, bool force = false) {
  return {.row_key = "p::row", .run_id = std::move(run), .force = force};
}

/// A lease of another process, as that process would have written it.
std::string lease_of(process_identity holder, instant since = noon) {
  return to_json(lease_record{"other", std::move(holder), since, since + lease_length});
}

/// The id of a process that has ended.
uint64_t dead_pid() {
  auto child = ::fork();
  if (child == 0) {
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  return static_cast<uint64_t>(child);
}

process_identity dead_process() {
  auto result = process_identity::own();
  result.pid = dead_pid();
  return result;
}

} // namespace

TEST_CASE("a lease says who holds it, and until when") {
  auto self = process_identity::own();
  CHECK(self.pid == static_cast<uint64_t>(::getpid()));
  CHECK(self.pid_ns.starts_with("pid:["));
  lease_record record{"r1", {7, "host", "pid:[9]"}, noon, noon + lease_length};
  CHECK(to_json(record)
        == R"({"run_id":"r1","pid":7,"host":"host","pid_ns":"pid:[9]",)"
           R"("acquired_at":"2026-11-29T12:00:00.000000000Z",)"
           R"("expires_at":"2026-11-29T12:01:00.000000000Z"})");
  auto read = read_lease(to_json(record)).value();
  CHECK(read.holder == record.holder);
  CHECK(read.expires_at == record.expires_at);
  CHECK_FALSE(read_lease("{}"));
  CHECK_FALSE(read_lease("7"));
}

TEST_CASE("a second run of a row is refused while the first holds the lease", "[P74][P76]") {
  memory_store store;
  auto first = take_lease(store, request("first"), noon).value();
  REQUIRE(first.lease);
  CHECK(first.warning.empty());
  auto held = store.get(lease_key).value();
  auto second = take_lease(store, request("second"), noon + 59s);
  REQUIRE_FALSE(second);
  CHECK(second.error().code == ec::state_conflict);
  CHECK(second.error().which == "p::row");
  auto host = process_identity::own().host;
  CHECK_THAT(second.error().what, Catch::Contains("run first (process " + std::to_string(::getpid())
                                                  + " on " + host + ", since 2026-11-29T12:00:00"));
  CHECK_THAT(second.error().what, Catch::Contains("--force"));
  CHECK(store.get(lease_key).value() == held);
}

TEST_CASE("a lease is free again once it is released") {
  memory_store store;
  auto first = take_lease(store, request("first"), noon).value();
  REQUIRE(release_lease(store, *first.lease));
  CHECK(store.list("").value().empty());
  CHECK(take_lease(store, request("second"), noon).value().lease);
}

TEST_CASE("a lease lasts 60 seconds from its last renewal") {
  memory_store store;
  REQUIRE(store.put(lease_key, lease_of({1, "elsewhere", "pid:[1]"})));
  CHECK_FALSE(take_lease(store, request("second"), noon + 60s - 1ns));
  auto taken = take_lease(store, request("second"), noon + 60s).value();
  REQUIRE(taken.lease);
  CHECK(taken.warning.empty());
  REQUIRE(renew_lease(store, *taken.lease, noon + 80s));
  CHECK_FALSE(take_lease(store, request("third"), noon + 139s));
  CHECK(taken.lease->record.acquired_at == noon + 60s);
}

TEST_CASE("a run whose lease has expired must stop") {
  memory_store store;
  auto lease = take_lease(store, request("first"), noon).value().lease.value();
  auto renewed = renew_lease(store, lease, noon + 60s);
  REQUIRE_FALSE(renewed);
  CHECK(renewed.error().code == ec::lease_lost);
}

TEST_CASE("a run whose lease was taken over must stop, and names who took it") {
  memory_store store;
  auto lease = take_lease(store, request("first"), noon).value().lease.value();
  auto taken = take_lease(store, request("second", true), noon + 1s).value();
  REQUIRE(taken.lease);
  CHECK_THAT(taken.warning, Catch::Contains("run first"));
  auto renewed = renew_lease(store, lease, noon + 2s);
  REQUIRE_FALSE(renewed);
  CHECK(renewed.error().code == ec::lease_lost);
  CHECK_THAT(renewed.error().what, Catch::Contains("run second"));
}

TEST_CASE("a look at a lease tells whether it still is the run's") {
  test::broken_store store;
  auto lease = take_lease(store, request("first"), noon).value().lease.value();
  CHECK(check_lease(store, lease));
  store.reads_fail = true;
  CHECK(check_lease(store, lease).error().code == ec::state_failed);
  store.reads_fail = false;
  auto taken = take_lease(store, request("second", true), noon + 1s).value();
  CHECK_THAT(check_lease(store, lease).error().what, Catch::Contains("run second"));
  REQUIRE(release_lease(store, *taken.lease));
  CHECK(check_lease(store, lease).error().code == ec::lease_lost); // taken over, and ended
}

TEST_CASE("a release leaves a lease that somebody else took", "[P241]") {
  memory_store store;
  auto lease = take_lease(store, request("first"), noon).value().lease.value();
  auto taken = take_lease(store, request("second", true), noon + 1s).value();
  auto released = release_lease(store, lease);
  REQUIRE_FALSE(released); // the run has lost it
  CHECK(released.error().code == ec::lease_lost);
  CHECK_THAT(released.error().what, Catch::Contains("run second"));
  CHECK(store.get(lease_key).value() == to_json(taken.lease->record));
  CHECK(renew_lease(store, *taken.lease, noon + 2s));
}

TEST_CASE("a lease that is taken between the look and the release stays", "[P241]") {
  test::broken_store store;
  auto lease = take_lease(store, request("first"), noon).value().lease.value();
  auto theirs = lease_of({1, "elsewhere", "pid:[1]"});
  store.before_compare = [&] { REQUIRE(store.content.put(lease_key, theirs)); };
  auto released = release_lease(store, lease);
  REQUIRE_FALSE(released);
  CHECK(released.error().code == ec::lease_lost);
  CHECK_THAT(released.error().what, Catch::Contains("run other"));
  CHECK(store.content.get(lease_key).value() == theirs);
}

TEST_CASE("the lease of a dead process on this host is taken over at once") {
  memory_store store;
  REQUIRE(store.put(lease_key, lease_of(dead_process())));
  CHECK(find_lease(store, "p::row", noon).value() == std::nullopt);
  auto taken = take_lease(store, request("second"), noon + 1s).value();
  CHECK(taken.lease);
  CHECK(taken.warning.empty());
}

TEST_CASE("the lease of a living process is respected") {
  memory_store store;
  auto parent = process_identity::own();
  parent.pid = static_cast<uint64_t>(::getppid());
  REQUIRE(store.put(lease_key, lease_of(parent)));
  CHECK_FALSE(take_lease(store, request("second"), noon + 1s));
  CHECK(find_lease(store, "p::row", noon + 1s).value()->run_id == "other");
}

TEST_CASE("a pid says nothing on another host or in another pid namespace", "[P242]") {
  memory_store store;
  auto elsewhere = dead_process();
  elsewhere.host += "-other";
  auto container = dead_process();
  container.pid_ns = "pid:[1]";
  auto nowhere = dead_process();
  nowhere.pid_ns.clear();
  for (const auto& holder : {elsewhere, container, nowhere}) {
    REQUIRE(store.put(lease_key, lease_of(holder)));
    CHECK_FALSE(take_lease(store, request("second"), noon + 1s));
  }
}

TEST_CASE("a lease with this process's pid that no run of it holds is an earlier process's") {
  memory_store store;
  REQUIRE(store.put(lease_key, lease_of(process_identity::own())));
  CHECK(take_lease(store, request("second"), noon + 1s).value().lease);
}

TEST_CASE("a holder counts as alive from before its lease is written", "[P239]") {
  test::broken_store slow;
  bool looked = false;
  bool second_was_refused = false;
  // The first run has decided and is about to write; its lease lands, then the second one looks.
  slow.before_compare = [&] {
    if (std::exchange(looked, true)) {
      return;
    }
    auto first_lease =
      to_json(lease_record{"first", process_identity::own(), noon, noon + lease_length});
    REQUIRE(slow.content.put(lease_key, first_lease));
    second_was_refused = !take_lease(slow, request("second"), noon);
  };
  auto first = take_lease(slow, request("first"), noon);
  CHECK(second_was_refused);
}

TEST_CASE("of many runs that start at once exactly one gets the lease", "[P74][P239]") {
  for (int round = 0; round < 20; ++round) {
    memory_store content;
    std::mutex mutex;
    std::atomic<int> granted = 0;
    std::vector<lease_grant> grants(8);
    std::vector<std::thread> runs;
    for (int i = 0; i < 8; ++i) {
      runs.emplace_back([&, i] {
        std::lock_guard guard{mutex}; // the store is for one thread at a time
        auto grant = take_lease(content, request("run-" + std::to_string(i)), noon);
        if (grant && grant->lease) {
          ++granted;
          grants[static_cast<size_t>(i)] = std::move(*grant);
        }
      });
    }
    for (auto& run : runs) {
      run.join();
    }
    CHECK(granted == 1);
  }
}

TEST_CASE("taking a lease is tried three times against others that are quicker") {
  test::broken_store store;
  int rounds = 0;
  store.before_compare = [&] {
    ++rounds;
    auto expired =
      lease_of({1, "elsewhere", "pid:[1]"}, noon - 100s - std::chrono::seconds{rounds});
    REQUIRE(store.content.put(lease_key, expired));
  };
  auto taken = take_lease(store, request("slow"), noon);
  CHECK(rounds == 3);
  REQUIRE_FALSE(taken);
  CHECK(taken.error().code == ec::state_conflict);
  rounds = 0;
  store.before_compare = [&] {
    if (++rounds < 3) {
      REQUIRE(store.content.put(lease_key, lease_of({1, "x", "y"}, noon - 100s * rounds)));
    }
  };
  CHECK(take_lease(store, request("slow"), noon).value().lease);
}

TEST_CASE("a store that fails while the lease is taken lets the run go on with a warning") {
  test::broken_store store;
  store.reads_fail = true;
  auto unread = take_lease(store, request("first"), noon).value();
  CHECK_FALSE(unread.lease);
  CHECK_THAT(unread.warning, Catch::Contains("the store is down"));
  store.reads_fail = false;
  store.writes_fail = true;
  CHECK_FALSE(take_lease(store, request("first"), noon).value().lease);
}

TEST_CASE("a store that fails while the lease is renewed is no lost lease") {
  test::broken_store store;
  auto lease = take_lease(store, request("first"), noon).value().lease.value();
  store.reads_fail = true;
  CHECK(renew_lease(store, lease, noon + 20s).error().code == ec::state_failed);
  store.reads_fail = false;
  CHECK(renew_lease(store, lease, noon + 40s));
  CHECK(lease.record.expires_at == noon + 100s);
}

TEST_CASE("a renewal whose answer was lost does not cost the lease") {
  memory_store store;
  auto lease = take_lease(store, request("first"), noon).value().lease.value();
  auto copy = lease;
  REQUIRE(renew_lease(store, copy, noon + 20s));
  CHECK(renew_lease(store, lease, noon + 21s));
  REQUIRE(release_lease(store, copy));
  CHECK(store.list("").value().empty());
}

TEST_CASE("a lease that cannot be read is respected until it is forced") {
  memory_store store;
  REQUIRE(store.put(lease_key, R"({"run_id":5})"));
  auto refused = take_lease(store, request("first"), noon);
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().what, Catch::Contains(lease_key) && Catch::Contains("--force"));
  CHECK(take_lease(store, request("first", true), noon).value().lease);
}

TEST_CASE("a lease file that is no JSON is respected until it is forced", "[P74]") {
  test::temp_folder root;
  file_store store{root.path()};
  auto damaged = GENERATE("", "{\"run_id\":", "\xff\xfe", "FCT1 sealed with another key");
  REQUIRE(store.put(lease_key, "{}"));
  for (const auto& file : std::filesystem::directory_iterator{root.path()}) {
    std::ofstream{file.path()} << damaged;
  }
  auto refused = take_lease(store, request("first"), noon);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ec::state_conflict);
  CHECK_THAT(refused.error().what, Catch::Contains(lease_key) && Catch::Contains("--force"));
  CHECK_THAT(find_lease(store, "p::row", noon).error().what, Catch::Contains("--force"));
  CHECK(store.get(lease_key).value() == damaged);
  auto forced = take_lease(store, request("second", true), noon).value();
  CHECK(forced.lease);
  CHECK_THAT(forced.warning, Catch::Contains(lease_key));
  CHECK(find_lease(store, "p::row", noon).value()->run_id == "second");
}

TEST_CASE("a run whose lease was damaged has lost it") {
  test::temp_folder root;
  file_store store{root.path()};
  auto lease = take_lease(store, request("first"), noon).value().lease.value();
  for (const auto& file : std::filesystem::directory_iterator{root.path()}) {
    std::ofstream{file.path()} << "{bad";
  }
  CHECK(renew_lease(store, lease, noon + 1s).error().code == ec::lease_lost);
}

TEST_CASE("a lease that was released by writing null over it is free") {
  memory_store store;
  REQUIRE(store.put(lease_key, "null"));
  CHECK(find_lease(store, "p::row", noon).value() == std::nullopt);
  CHECK(take_lease(store, request("first"), noon).value().lease);
}

namespace {

/// What another node, out of sight, holds for an epoch of a run of a cluster.
std::string lease_of_epoch(const std::string& run, uint64_t epoch) {
  return to_json(
    {"other", {1, "elsewhere", "pid:[1]"}, noon, noon + lease_length, run_hold{run, epoch}});
}

lease_request request_of_epoch(const std::string& run, uint64_t epoch) {
  return {.row_key = "p::row", .run_id = "mine", .hold = run_hold{run, epoch}};
}

} // namespace

TEST_CASE("the lease of an execution of a run that a cluster repeats says which one it is") {
  auto text = lease_of_epoch("r1", 3);
  CHECK_THAT(text, Catch::Contains(R"("cluster_run":"r1","epoch":3)"));
  auto read = read_lease(text).value();
  REQUIRE(read.hold);
  CHECK(*read.hold == run_hold{"r1", 3});
  CHECK_THAT(describe_holder(read), Catch::Contains("epoch 3 of r1"));
}

TEST_CASE("a newer epoch of a run takes the lease of an older one at once") {
  memory_store store;
  REQUIRE(store.put(lease_key, lease_of_epoch("r1", 1)));
  auto taken = take_lease(store, request_of_epoch("r1", 2), noon + 1s).value();
  REQUIRE(taken.lease);
  CHECK(taken.warning.empty());
  CHECK(taken.lease->record.hold == run_hold{"r1", 2});
  CHECK(renew_lease(store, *taken.lease, noon + 2s));
}

TEST_CASE("an older epoch of a run never takes the lease of a newer one") {
  memory_store store;
  REQUIRE(store.put(lease_key, lease_of_epoch("r1", 2)));
  for (auto when : {noon + 1s, noon + 1h}) {
    auto refused = take_lease(store, request_of_epoch("r1", 1), when);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ec::state_conflict);
  }
}

TEST_CASE("an epoch says nothing of the lease of another run, or of none of a cluster") {
  memory_store store;
  REQUIRE(store.put(lease_key, lease_of_epoch("r1", 1)));
  CHECK_FALSE(take_lease(store, request_of_epoch("r2", 9), noon + 1s));
  CHECK_FALSE(take_lease(store, request("plain"), noon + 1s));
  CHECK(take_lease(store, request_of_epoch("r2", 1), noon + 60s).value().lease);
  REQUIRE(store.put(lease_key, lease_of({1, "elsewhere", "pid:[1]"})));
  CHECK_FALSE(take_lease(store, request_of_epoch("r1", 9), noon + 1s));
}
