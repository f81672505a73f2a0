#include "actors/errors.hpp"
#include "state/run_lease.hpp"
#include "tests/cluster/small_cluster.hpp"

using namespace faucet;
using test::small_cluster;
using namespace std::chrono_literals;

namespace {

/// Whether the member left, once it could.
bool drain(small_cluster& cluster, const member_actor& member) {
  caf::scoped_actor self{cluster.system()};
  auto left = false;
  self->request(member, 20s, atom::drain::value)
    .receive([&](atom::done) { left = true; }, [](const caf::error&) {});
  return left;
}

} // namespace

TEST_CASE("a member executes what was submitted and says how it ended") {
  small_cluster cluster{test::each_history_place()};
  cluster.join("a");
  cluster.submit("r1", 25);
  auto run = cluster.await_end("r1");
  CHECK(run.status == run_status::completed);
  CHECK(run.owner == "a");
  CHECK(run.epoch == 1);
  CHECK(run.error.empty());
  CHECK_THAT(run.outcome, Catch::Contains(R"("records_written":25)")
                            && Catch::Contains(R"("row_id":"row-0")")
                            && Catch::Contains(R"("status":"succeeded")"));
  CHECK(cluster.lines_of("r1") == 25);
}

TEST_CASE("members share the runs, and each is executed once") {
  small_cluster cluster{test::each_history_place()};
  for (int i = 0; i < 20; ++i) {
    cluster.submit("r" + std::to_string(i), 10);
  }
  cluster.join("a", 2);
  cluster.join("b", 2);
  for (int i = 0; i < 20; ++i) {
    auto run = cluster.await_end("r" + std::to_string(i));
    CHECK(run.status == run_status::completed);
    CHECK(run.epoch == 1);
    CHECK(cluster.lines_of("r" + std::to_string(i)) == 10);
  }
}

TEST_CASE("a config that cannot be executed fails its run with the reason") {
  small_cluster cluster{test::each_history_place()};
  cluster.join("a");
  cluster.submit_config("r1", "version: 1\npipeline: {source: {type: nothing}}\n");
  auto run = cluster.await_end("r1");
  CHECK(run.status == run_status::failed);
  CHECK_THAT(run.error, Catch::StartsWith("re-loading claimed config: config.yaml:2"));
  cluster.submit_config("r2", "");
  CHECK(cluster.await_end("r2").error == "claimed run record missing config_body");
}

TEST_CASE("a request to cancel reaches the run through the history") {
  small_cluster cluster{test::each_history_place()};
  cluster.join("a");
  cluster.submit("r1", 100'000, 20);
  cluster.await("r1", [](const auto& x) { return x.status == run_status::running; });
  REQUIRE(cluster.ledger().request_cancel("r1", "ann"));
  auto run = cluster.await_end("r1");
  CHECK(run.status == run_status::cancelled);
  CHECK(run.owner == "a");
}

TEST_CASE("a run longer than its lease keeps it, also while its source is slow") {
  small_cluster cluster{test::each_history_place()};
  cluster.join("a");
  cluster.submit("r1", 20, 3000);
  auto run = cluster.await_end("r1");
  CHECK(run.status == run_status::completed);
  CHECK(run.epoch == 1);
}

TEST_CASE("the run of a member that died is executed by another") {
  small_cluster cluster{test::each_history_place()};
  auto first = cluster.join("a");
  cluster.submit("r1", 100'000, 20);
  cluster.await("r1", [](const auto& x) { return x.status == run_status::running; });
  caf::anon_send_exit(first, caf::exit_reason::kill);
  cluster.join("b");
  auto run = cluster.await("r1", [](const auto& x) { return x.owner == "b"; });
  CHECK(run.status == run_status::running);
  CHECK(run.epoch == 2);
  CHECK(run.lost_attempts == 1);
}

TEST_CASE("a worker whose member died writes nothing more") {
  small_cluster cluster{test::each_history_place()};
  auto only = cluster.join("a");
  cluster.submit("r1", 100'000, 20);
  cluster.await("r1", [](const auto& x) { return x.status == run_status::running; });
  caf::anon_send_exit(only, caf::exit_reason::kill);
  CHECK(cluster.becomes_idle(0));
}

TEST_CASE("a member that leaves hands back what it cannot end") {
  small_cluster cluster{test::each_history_place()};
  auto first = cluster.join("a");
  cluster.submit("r1", 100'000, 20);
  cluster.await("r1", [](const auto& x) { return x.status == run_status::running; });
  CHECK(drain(cluster, first));
  auto run = cluster.record("r1");
  CHECK(run.status == run_status::pending);
  CHECK(run.lost_attempts == 0);
  cluster.join("b");
  CHECK(cluster.await("r1", [](const auto& x) { return x.owner == "b"; }).epoch == 2);
}

TEST_CASE("a node alone that leaves fails what it has begun and cannot end") {
  small_cluster cluster{test::each_history_place()};
  auto alone = cluster.join("a", 4, true);
  cluster.submit("r1", 100'000, 20);
  cluster.await("r1", [](const auto& x) { return x.status == run_status::running; });
  CHECK(drain(cluster, alone));
  auto run = cluster.record("r1");
  CHECK(run.status == run_status::failed);
  CHECK_THAT(run.error, Catch::StartsWith("server shutdown before the run finished"));
}

TEST_CASE(
  "a node alone that hears of a member of a cluster leaves it the runs that it left behind") {
  small_cluster cluster{test::each_history_place()};
  cluster.submit("r1", 10);
  claim_terms lapsed{.owner = "b", .pools = {}, .limit = 1, .lease = 0ms};
  REQUIRE(cluster.ledger().claim(lapsed)->size() == 1);
  REQUIRE(cluster.client().members().heartbeat({.instance = "b", .clustered = true}));
  error why;
  caf::scoped_actor self{cluster.system()};
  self->monitor(cluster.join("a", 4, true));
  self->receive([&](const caf::down_msg& down) { why = from_caf(down.reason); },
                caf::after(20s) >> [] {});
  CHECK(why.code == ec::state_conflict);
  CHECK_THAT(why.what, Catch::Contains("a member of a cluster (b)"));
  CHECK(cluster.record("r1").status == run_status::running);
  auto live = cluster.client().members().live(1h);
  REQUIRE(live);
  CHECK(live->size() == 1);
}

TEST_CASE("a run that a node alone claims while it leaves is queued again") {
  small_cluster cluster{test::make_history_place("postgres"), 30s};
  cluster.submit("r1", 5);
  auto locker = cluster.place().raw();
  REQUIRE(locker->begin());
  REQUIRE(locker->run("LOCK TABLE faucet_serve_runs IN ACCESS EXCLUSIVE MODE"));
  auto alone = cluster.join("a", 4, true);
  auto watcher = cluster.place().raw();
  auto claims = [&] {
    auto waits = watcher->run("SELECT pid FROM pg_locks WHERE NOT granted "
                              "AND relation = 'faucet_serve_runs'::regclass");
    return waits && waits->rows() == 1;
  };
  auto give_up = std::chrono::steady_clock::now() + 20s;
  while (!claims() && std::chrono::steady_clock::now() < give_up) {
    std::this_thread::yield();
  }
  REQUIRE(claims());
  caf::scoped_actor self{cluster.system()};
  auto left = false;
  auto asked = self->request(alone, 20s, atom::drain::value);
  REQUIRE(locker->commit());
  asked.receive([&](atom::done) { left = true; }, [](const caf::error&) {});
  CHECK(left);
  auto run = cluster.record("r1");
  CHECK(run.status == run_status::queued);
  CHECK(run.error.empty());
  CHECK(run.owner.empty());
  CHECK(run.epoch == 1);
  CHECK(run.lost_attempts == 0);
  cluster.join("b"); // of a cluster now
  CHECK(cluster.await_end("r1").status == run_status::completed);
}

TEST_CASE("a run that takes longer than its timeout is stopped and has failed") {
  small_cluster cluster{test::each_history_place()};
  cluster.join("a");
  cluster.submit_config(
    "r1",
    "version: 1\npipeline:\n  source: {type: generate, config: {rows: 100000, "
    "batch_size: 10, page_delay_ms: 20}}\n  sink: {type: jsonl, config: {path: '"
      + cluster.path("r1.jsonl") + "'}}\n",
    R"({"timeout_secs":1})");
  auto run = cluster.await_end("r1");
  CHECK(run.status == run_status::failed);
  CHECK_THAT(run.error, Catch::StartsWith("timeout: the run was stopped after 1 s"));
  CHECK_THAT(run.outcome, Catch::Contains(R"("row_id":"row-0")"));
  CHECK(run.epoch == 1);
}

TEST_CASE("the history learns that a run has begun") {
  small_cluster cluster{test::each_history_place()};
  cluster.join("a");
  cluster.submit("r1", 100'000, 20);
  auto begun = [&](const run_record&) {
    auto events = cluster.client().events().read("r1", 0, 100);
    return events && std::ranges::count(*events, "started", &history_event::kind) == 1;
  };
  CHECK(begun(cluster.await("r1", begun)));
}

TEST_CASE("a run that is stuck loses its lease although its member lives") {
  small_cluster cluster{test::each_history_place()};
  cluster.bear_silence(1s);
  cluster.join("a");
  cluster.submit("r1", 20, 600'000);
  auto run = cluster.await("r1", [](const auto& x) { return x.lost_attempts == 1; });
  CHECK(run.lost_attempts == 1);
}

TEST_CASE("the next owner of a run goes on at once behind a row lease that a dead host left") {
  small_cluster cluster{test::each_history_place()};
  auto config = "version: 1\nname: p\npipeline:\n  state: {type: file, config: {path: '"
                + cluster.path("state")
                + "'}}\n  source: {type: generate, config: {rows: 5}}\n"
                  "  sink: {type: jsonl, config: {path: '"
                + cluster.path("r1.jsonl") + "'}}\n";
  cluster.submit_config("r1", config);
  claim_terms dead{.owner = "dead", .pools = {}, .limit = 1, .lease = 100ms};
  REQUIRE(cluster.ledger().claim(dead)->size() == 1);
  auto plan = plan_of({config, "yaml"}, {.connectors = &built_in_catalogue(), .variables = {}});
  REQUIRE(plan);
  auto now = std::chrono::time_point_cast<instant::duration>(std::chrono::system_clock::now());
  auto left = take_lease(*plan->plan.stores.front(),
                         {.row_key = plan->plan.rows.front().name.state_key,
                          .run_id = "invocation",
                          .process = {1, "elsewhere", "pid:[1]"},
                          .hold = run_hold{"r1", 1}},
                         now);
  REQUIRE(left);
  REQUIRE(left->lease);
  cluster.join("b");
  auto run = cluster.await_end("r1");
  CHECK(run.error.empty());
  CHECK(run.status == run_status::completed);
  CHECK(run.epoch == 2);
  CHECK(cluster.lines_of("r1") == 5);
}

TEST_CASE("a run logs its claim, its rows, its warnings and its end, without secrets") {
  small_cluster cluster{test::each_history_place()};
  auto journal = cluster.keep_log();
  cluster.join("a");
  cluster.submit_config(
    "r1", "version: 1\npipeline:\n  sources:\n    numbers: {type: generate, config: {rows: 5}}\n"
          "    missing: {type: csv, config: {path: '${secret:FOLDER}/no.csv'}}\n"
          "  sink: {type: jsonl, config: {path: '"
            + cluster.path("r1.jsonl")
            + "'}}\nmatrix:\n  - {id: good, source: {ref: numbers}}\n"
              "  - {id: bad, source: {ref: missing}, sink: {config: {path: '"
            + cluster.path("bad.jsonl") + "'}}}\n");
  CHECK(cluster.await_end("r1").status == run_status::failed);
  auto taken = journal->take(1000);
  REQUIRE(taken.size() == 1);
  std::string text;
  for (const auto& x : taken[0].lines) {
    text += x.level + " " + x.line + "\n";
  }
  CHECK_THAT(text, Catch::StartsWith("info claimed, as epoch 1, attempt 1\n"));
  CHECK_THAT(text, Catch::Contains("info good: begins, from generate to jsonl\n"));
  CHECK_THAT(text, Catch::Contains("info good: ok; 5 records read, 5 written"));
  CHECK_THAT(text, Catch::Contains("error bad: failed: "));
  CHECK_THAT(text, Catch::Contains("error the run ends here as failed: bad: "));
  CHECK_THAT(text, !Catch::Contains("hidden-folder"));
}

TEST_CASE("a worker that breaks down fails its run and frees its place", "[P211]") {
  small_cluster cluster{test::each_history_place()};
  auto member = cluster.join("a", 1);
  cluster.submit("r1", 100'000, 20);
  cluster.await("r1", [](const auto& x) { return x.status == run_status::running; });
  cluster.kill_workers();
  auto run = cluster.await_end("r1");
  CHECK(run.status == run_status::failed);
  CHECK_THAT(run.error, Catch::StartsWith("the run broke off"));
  cluster.submit("r2", 5);
  CHECK(cluster.await_end("r2").status == run_status::completed);
  CHECK(cluster.becomes_idle(1)); // nothing goes on writing for r1
  CHECK(drain(cluster, member));
}
