#include "tests/state/history/history_place.hpp"
#include "tests/state/history/ledger_suite.hpp"

using namespace faucet;
using namespace faucet::test;

namespace {

void submit_fresh(history& in, const new_run& run) {
  auto answer = in.ledger().submit({&run, 1});
  REQUIRE(answer);
  REQUIRE(answer->front().outcome == submit_outcome::fresh);
}

void end_one(history& in) {
  auto claimed = in.ledger().claim({"a", std::nullopt, 1, lasting});
  REQUIRE(claimed);
  REQUIRE(claimed->size() == 1);
  run_end end{claimed->front().hold, run_status::completed, {}, "{}"};
  REQUIRE(in.ledger().finish("a", {&end, 1})->counted.size() == 1);
}

names ids_of(const expected<run_list>& list) {
  if (!list) {
    FAIL(render(list.error()));
  }
  names result;
  for (const auto& x : list->runs) {
    result.push_back(x.run);
  }
  return result;
}

/// Everything that may go, however often it takes.
expected<purged> purge_all(run_archive& archive, const retentions& kept) {
  purged result;
  for (;;) {
    auto some = archive.purge_some(kept);
    if (!some) {
      return some;
    }
    result.runs += some->runs;
    result.log_lines += some->log_lines;
    result.audit_entries += some->audit_entries;
    if (!some->more) {
      return result;
    }
  }
}

uint64_t rows_of(history_place& place, const std::string& table) {
  auto found = place.raw()->run("SELECT count(*) FROM " + table);
  REQUIRE(found);
  return found->number(0, 0);
}

} // namespace

TEST_CASE("runs are listed newest first, page by page, each once") {
  auto place = each_history_place();
  auto in = place->open();
  std::vector<new_run> runs;
  for (int i = 0; i < 25; ++i) {
    runs.push_back(run_named("run-" + std::to_string(100 + i)));
  }
  REQUIRE(in->ledger().submit(runs)); // all at the same time, in one of the databases
  submit_fresh(*in, run_named("run-newest"));
  run_filter filter;
  filter.limit = 10;
  auto first = in->archive().list(filter);
  auto seen = ids_of(first);
  CHECK(seen.front() == "run-newest");
  while (!first->next_cursor.empty()) {
    filter.cursor = first->next_cursor;
    first = in->archive().list(filter);
    auto more = ids_of(first);
    seen.insert(seen.end(), more.begin(), more.end());
  }
  CHECK(seen.size() == 26);
  CHECK(std::is_sorted(seen.begin() + 1, seen.end(), std::greater<>{}));
}

TEST_CASE("a list goes on although the run that its cursor names is gone", "[P325]") {
  auto place = each_history_place();
  auto in = place->open();
  for (const auto* id : {"run-1", "run-2", "run-3"}) {
    submit_fresh(*in, run_named(id));
  }
  run_filter filter;
  filter.limit = 2;
  auto first = in->archive().list(filter);
  CHECK(ids_of(first) == names{"run-3", "run-2"});
  for (const auto* id : {"run-1", "run-2", "run-3"}) {
    (void)id;
    end_one(*in);
  }
  REQUIRE(*in->archive().erase("run-2") == erase_outcome::erased);
  filter.cursor = first->next_cursor;
  CHECK(ids_of(in->archive().list(filter)) == names{"run-1"});
  filter.cursor = "run-3";
  CHECK(ids_of(in->archive().list(filter)) == names{"run-1"});
  for (const auto* wrong : {"run-2", "~", "yesterday~run-1", "2026-13-01T00:00:00Z~x"}) {
    filter.cursor = wrong;
    auto refused = in->archive().list(filter);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ec::invalid_config);
  }
}

TEST_CASE("a list is restricted by status, name, pool, submitter, time and labels") {
  auto place = each_history_place();
  auto in = place->open();
  auto first = run_named("run-1");
  first.name = "Orders_daily";
  first.labels = {{"team", "sales"}, {"tier", "1"}};
  first.submitted_by = "ada";
  auto second = run_named("run-2");
  second.name = "orders%hourly";
  second.pool = "gpu";
  second.labels = {{"team", "sales"}};
  auto third = run_named("run-3");
  third.name.clear();
  for (const auto& x : {first, second, third}) {
    submit_fresh(*in, x);
  }
  end_one(*in);
  auto listed = [&](const run_filter& filter) { return ids_of(in->archive().list(filter)); };
  CHECK(listed({}) == names{"run-3", "run-2", "run-1"});
  CHECK(listed({.statuses = {run_status::completed}}) == names{"run-1"});
  CHECK(listed({.statuses = {run_status::completed, run_status::pending}}).size() == 3);
  CHECK(listed({.name = "Orders_daily"}) == names{"run-1"});
  CHECK(listed({.name = "orders_daily"}).empty());
  CHECK(listed({.name_contains = "rders"}) == names{"run-2", "run-1"});
  CHECK(listed({.name_contains = "s_d"}) == names{"run-1"});
  CHECK(listed({.name_contains = "%"}) == names{"run-2"});
  CHECK(listed({.pool = "gpu"}) == names{"run-2"});
  CHECK(listed({.submitted_by = "ada"}) == names{"run-1"});
  CHECK(listed({.labels = {{"team", "sales"}}}) == names{"run-2", "run-1"});
  CHECK(listed({.labels = {{"team", "sales"}, {"tier", "1"}}}) == names{"run-1"});
  CHECK(listed({.labels = {{"tier", std::nullopt}}}) == names{"run-1"});
  CHECK(listed({.labels = {{"team", "marketing"}}}).empty());
  auto at = (*in->ledger().find("run-2"))->submitted_at;
  CHECK(listed({.since = at}) == names{"run-3", "run-2"});
  CHECK(listed({.until = at}) == names{"run-1"});
  CHECK(listed({.limit = 0}).size() == 1);
  CHECK(listed({.limit = 100'000}).size() == 3);
  CHECK(*in->archive().count({})
        == std::map<run_status, uint64_t>{{run_status::pending, 2}, {run_status::completed, 1}});
  CHECK(*in->archive().count({.pool = "gpu"})
        == std::map<run_status, uint64_t>{{run_status::pending, 1}});
}

TEST_CASE("the config of a run and its sealed values are kept apart from its record") {
  auto place = each_history_place();
  auto in = place->open();
  auto run = run_named("run-1");
  run.sealed_values = "c2VhbGVk";
  submit_fresh(*in, run);
  auto bare = run_named("run-2");
  bare.config.clear();
  submit_fresh(*in, bare);
  auto config = in->archive().config("run-1");
  REQUIRE(config);
  REQUIRE(*config);
  CHECK((*config)->config == "version: 1\n");
  CHECK((*config)->format == "yaml");
  CHECK_FALSE(*in->archive().config("run-2"));
  CHECK_FALSE(*in->archive().config("run-9"));
  CHECK(*in->archive().sealed_values("run-1") == "c2VhbGVk");
  CHECK_FALSE(*in->archive().sealed_values("run-2"));
}

TEST_CASE("sealed values outlive the death of an owner and go with the end of the run") {
  auto place = each_history_place();
  auto in = place->open();
  for (const auto* id : {"run-1", "run-2", "run-3"}) {
    auto run = run_named(id);
    run.sealed_values = "c2VhbGVk";
    submit_fresh(*in, run);
  }
  REQUIRE(in->ledger().claim({"a", names{"default"}, 2, lapsed})->size() == 2);
  REQUIRE(in->ledger().reclaim(3)->size() == 2);
  CHECK(*in->archive().sealed_values("run-1"));
  end_one(*in); // run-1
  CHECK_FALSE(*in->archive().sealed_values("run-1"));
  REQUIRE(in->ledger().claim({"a", names{"default"}, 1, lapsed})->size() == 1);
  REQUIRE(in->ledger().reclaim(1)->front().failed); // run-2
  CHECK_FALSE(*in->archive().sealed_values("run-2"));
  REQUIRE(in->ledger().request_cancel("run-3", {}));
  CHECK_FALSE(*in->archive().sealed_values("run-3"));
  CHECK(rows_of(*place, "faucet_serve_run_secrets") == 0);
}

TEST_CASE("a run that is in flight is not forgotten, one that has ended wholly", "[P193]") {
  auto place = each_history_place();
  auto in = place->open();
  auto run = run_named("run-1");
  run.idempotency = {"nightly", "print", lasting};
  run.labels = {{"team", "sales"}};
  submit_fresh(*in, run);
  CHECK(*in->archive().erase("run-9") == erase_outcome::missing);
  CHECK(*in->archive().erase("run-1") == erase_outcome::in_flight);
  end_one(*in);
  log_line line{1, {}, "info", "hello", {}};
  REQUIRE(in->logs().append("run-1", {&line, 1}));
  CHECK(*in->archive().erase("run-1") == erase_outcome::erased);
  CHECK_FALSE(*in->ledger().find("run-1"));
  for (const auto* table :
       {"faucet_serve_runs", "faucet_serve_run_labels", "faucet_serve_idem", "faucet_serve_events",
        "faucet_serve_run_logs", "faucet_serve_run_log_counts"}) {
    INFO(table);
    CHECK(rows_of(*place, table) == 0);
  }
  run.run = "run-2"; // the key is free again
  submit_fresh(*in, run);
}

TEST_CASE("forgetting a run leaves a key alone that another run has taken since", "[P193]") {
  auto place = each_history_place();
  auto in = place->open();
  auto run = run_named("run-1");
  run.idempotency = {"nightly", "print", lasting};
  submit_fresh(*in, run);
  end_one(*in);
  REQUIRE(place->raw()->run("UPDATE faucet_serve_idem SET expires_at = {before $1}", {1000}));
  run.run = "run-2";
  submit_fresh(*in, run);
  REQUIRE(*in->archive().erase("run-1") == erase_outcome::erased);
  run.run = "run-3";
  auto answer = in->ledger().submit({&run, 1});
  REQUIRE(answer);
  CHECK(answer->front().outcome == submit_outcome::replay);
  CHECK(answer->front().run == "run-2");
}

TEST_CASE("what was kept for long enough is forgotten and nothing else", "[P203]") {
  auto place = each_history_place();
  auto in = place->open();
  std::vector<new_run> runs;
  for (int i = 0; i < 1200; ++i) {
    runs.push_back(run_named("run-" + std::to_string(10'000 + i)));
  }
  REQUIRE(in->ledger().submit(runs));
  auto claimed = in->ledger().claim({"a", names{"default"}, 1100, lasting});
  REQUIRE(claimed);
  std::vector<run_end> ends;
  for (size_t i = 0; i < 1050; ++i) {
    ends.push_back({(*claimed)[i].hold, run_status::completed, {}, "{}"});
  }
  REQUIRE(in->ledger().finish("a", ends)->counted.size() == 1050);
  auto keyed = run_named("run-keyed");
  keyed.idempotency = {"old", "print", 1ms};
  submit_fresh(*in, keyed);
  log_line line{1, instant{}, "info", "from 1970", {}};
  REQUIRE(in->logs().append("run-keyed", {&line, 1}));
  REQUIRE(in->audit().append({.id = "1", .at = {}, .action = "cancel", .result = "ok"}));
  REQUIRE(in->members().heartbeat({.instance = "a", .pools = names{"default"}}));
  auto kept = purge_all(in->archive(), {1h, std::nullopt, 1h, 1h});
  REQUIRE(kept);
  CHECK(kept->runs == 0);
  CHECK(kept->audit_entries == 0);
  CHECK(in->logs().read("run-keyed", 0, 9)->lines.size() == 1);
  auto gone = purge_all(in->archive(), {0s, 1h, 0s, std::nullopt});
  REQUIRE(gone);
  CHECK(gone->runs == 1050);
  CHECK(gone->log_lines == 1);
  CHECK(gone->audit_entries == 1);
  CHECK(rows_of(*place, "faucet_serve_runs") == 151);
  CHECK(rows_of(*place, "faucet_serve_idem") == 0);
  CHECK(in->members().live(lasting)->size() == 1);
}

TEST_CASE("sealed values without a run go after an hour, those of an ended run at once") {
  auto place = each_history_place();
  auto in = place->open();
  for (const auto* id : {"run-1", "run-2"}) {
    auto run = run_named(id);
    run.sealed_values = "c2VhbGVk";
    submit_fresh(*in, run);
  }
  auto database = place->raw();
  REQUIRE(database->run("UPDATE faucet_serve_runs SET status = 'failed' WHERE run_id = 'run-2'"));
  for (const auto& [run, age] : {std::pair{"lost-1", 3'500'000}, {"lost-2", 3'700'000}}) {
    REQUIRE(database->run("INSERT INTO faucet_serve_run_secrets (run_id, stored_at, sealed) "
                          "SELECT $1, {before $2}, 'c2VhbGVk'",
                          {run, age}));
  }
  REQUIRE(purge_all(in->archive(), {}));
  CHECK(*in->archive().sealed_values("run-1"));
  CHECK_FALSE(*in->archive().sealed_values("run-2"));
  CHECK(*in->archive().sealed_values("lost-1"));
  CHECK_FALSE(*in->archive().sealed_values("lost-2"));
}

TEST_CASE("a member that is forgotten leaves no capabilities behind", "[P218]") {
  auto place = each_history_place();
  auto in = place->open();
  REQUIRE(in->members().heartbeat({.instance = "a", .state_format = 4, .pools = names{"gpu"}}));
  REQUIRE(purge_all(in->archive(), {std::nullopt, std::nullopt, std::nullopt, -1h}));
  CHECK(rows_of(*place, "faucet_serve_instances") == 0);
  CHECK(rows_of(*place, "faucet_serve_instance_caps") == 0);
}

TEST_CASE("a member that tells no formats has the oldest, and no pools", "[P218]") {
  auto place = each_history_place();
  auto in = place->open();
  REQUIRE(in->members().heartbeat({.instance = "a",
                                   .state_format = 4,
                                   .pools = names{"gpu"},
                                   .vault_keys = names{"0123456789abcdef"}}));
  REQUIRE(place->raw()->run("DELETE FROM faucet_serve_instance_caps"));
  auto live = in->members().live(lasting);
  REQUIRE(live);
  REQUIRE(live->size() == 1);
  CHECK(live->front().facts.state_format == 0);
  CHECK_FALSE(live->front().facts.pools);
  CHECK(live->front().facts.vault_keys.empty());
  CHECK(lowest_state_format(*live, 4) == 0);
}

TEST_CASE("old lines of logs are forgotten in rounds, so that nobody waits for long") {
  auto place = each_history_place();
  auto in = place->open();
  submit_fresh(*in, run_named("run-1"));
  std::vector<log_line> old;
  for (uint64_t i = 1; i <= 7000; ++i) {
    old.push_back({i, instant{}, "info", "from 1970", {}});
  }
  REQUIRE(in->logs().append("run-1", old));
  log_line fresh{7001,
                 std::chrono::time_point_cast<instant::duration>(std::chrono::system_clock::now()),
                 "info",
                 "of now",
                 {}};
  REQUIRE(in->logs().append("run-1", {&fresh, 1}));
  auto first = in->archive().purge_some({.logs = 1h});
  REQUIRE(first);
  CHECK(first->log_lines == 5000);
  CHECK(first->more);
  auto second = in->archive().purge_some({.logs = 1h});
  REQUIRE(second);
  CHECK(second->log_lines == 2000);
  CHECK_FALSE(second->more);
  CHECK(in->logs().read("run-1", 0, 9)->lines.size() == 1);
}

TEST_CASE("a run with a long log is forgotten after its lines") {
  auto place = each_history_place();
  auto in = place->open();
  submit_fresh(*in, run_named("run-1"));
  auto claimed = in->ledger().claim({"a", std::nullopt, 1, lasting});
  REQUIRE(claimed);
  REQUIRE(in->ledger().finish("a", std::vector<run_end>{{.hold = claimed->front().hold}}));
  auto now = std::chrono::time_point_cast<instant::duration>(std::chrono::system_clock::now());
  std::vector<log_line> lines;
  for (uint64_t i = 1; i <= 6000; ++i) {
    lines.push_back({i, now, "info", "x", {}});
  }
  REQUIRE(in->logs().append("run-1", lines));
  auto first = in->archive().purge_some({.ended_runs = 0s});
  REQUIRE(first);
  CHECK(first->runs == 0);
  CHECK(first->log_lines == 5000);
  CHECK(in->ledger().find("run-1")->has_value());
  auto all = purge_all(in->archive(), {.ended_runs = 0s});
  REQUIRE(all);
  CHECK(all->runs == 1);
  CHECK(all->log_lines == 1000);
  CHECK_FALSE(in->ledger().find("run-1")->has_value());
  CHECK(rows_of(*place, "faucet_serve_run_logs") == 0);
}
