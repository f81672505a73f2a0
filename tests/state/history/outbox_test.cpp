#include "tests/state/history/history_place.hpp"
#include "tests/state/history/ledger_suite.hpp"

#include <atomic>
#include <thread>

using namespace faucet;
using namespace faucet::test;

namespace {

new_run awaited(std::string id, std::vector<run_status> on) {
  auto result = run_named(std::move(id));
  result.labels = {{"team", "sales"}};
  result.callback = {R"({"url":"https://hooks.example/x"})", std::move(on)};
  return result;
}

const std::vector<run_status> any_end{run_status::completed, run_status::failed,
                                      run_status::cancelled};

void submit_to(history& in, const new_run& run) {
  REQUIRE(in.ledger().submit({&run, 1}));
}

run_hold claimed_by_a(history& in, std::chrono::milliseconds lease = lasting) {
  auto claimed = in.ledger().claim({"a", names{"default"}, 1, lease});
  REQUIRE(claimed);
  REQUIRE(claimed->size() == 1);
  return claimed->front().hold;
}

std::vector<delivery> due(history& in, std::chrono::milliseconds lease = lasting) {
  auto taken = in.callbacks().take(100, lease);
  if (!taken) {
    FAIL(render(taken.error()));
  }
  return *taken;
}

} // namespace

TEST_CASE("the end of a run puts its callback into the outbox with the run as it ended") {
  auto place = each_history_place();
  auto in = place->open();
  submit_to(*in, awaited("run-1", any_end));
  submit_to(*in, run_named("run-2"));
  auto first = claimed_by_a(*in);
  auto second = claimed_by_a(*in);
  CHECK(due(*in).empty());
  std::vector<run_end> ends{
    {first, run_status::failed, "no such table", R"({"records_written":3})"},
    {second, run_status::completed, {}, "{}"}};
  REQUIRE(in->ledger().finish("a", ends)->counted.size() == 2);
  REQUIRE(in->ledger().finish("a", ends)->counted.size() == 2); // its answer was lost
  auto found = due(*in);
  REQUIRE(found.size() == 1);
  CHECK(found[0].tries == 1);
  CHECK(found[0].callback == R"({"url":"https://hooks.example/x"})");
  const auto& record = found[0].record;
  CHECK(record.run == "run-1");
  CHECK(record.name == "a run");
  CHECK(record.labels.at("team") == "sales");
  CHECK(record.status == run_status::failed);
  CHECK(record.error == "no such table");
  CHECK(record.outcome == R"({"records_written":3})");
  CHECK(record.started_at);
  CHECK(record.finished_at);
}

TEST_CASE("a callback is queued whoever ends the run") {
  auto place = each_history_place();
  auto in = place->open();
  for (const auto* id : {"run-1", "run-2", "run-3", "run-4"}) {
    submit_to(*in, awaited(id, any_end));
  }
  claimed_by_a(*in, lapsed);
  REQUIRE(in->ledger().reclaim(1)->front().failed);
  claimed_by_a(*in, lapsed);
  REQUIRE(in->ledger().recover_single()->size() == 1);
  REQUIRE(in->ledger().request_cancel("run-3", {}));
  REQUIRE(in->ledger().fail_starved("default", 0s)->size() == 1);
  names found;
  for (const auto& x : due(*in)) {
    found.push_back(x.record.run + " " + to_string(x.record.status));
  }
  CHECK(found == names{"run-1 failed", "run-2 failed", "run-3 cancelled", "run-4 failed"});
}

TEST_CASE("a callback is queued for the ends that it wants to hear of, and for no requeue") {
  auto place = each_history_place();
  auto in = place->open();
  submit_to(*in, awaited("run-1", {run_status::failed}));
  submit_to(*in, awaited("run-2", {}));
  claimed_by_a(*in, lapsed);
  REQUIRE(in->ledger().reclaim(3)->size() == 1);
  for (int i = 0; i < 2; ++i) {
    run_end end{claimed_by_a(*in), run_status::completed, {}, "{}"};
    REQUIRE(in->ledger().finish("a", {&end, 1})->counted.size() == 1);
  }
  CHECK(due(*in).empty());
}

TEST_CASE("a delivery comes again until it is settled, and never to two at once") {
  auto place = each_history_place();
  auto in = place->open();
  for (int i = 0; i < 20; ++i) {
    submit_to(*in, awaited("run-" + std::to_string(10 + i), any_end));
    REQUIRE(in->ledger().request_cancel("run-" + std::to_string(10 + i), {}));
  }
  auto first = due(*in, lapsed); // whoever took them has died
  REQUIRE(first.size() == 20);
  std::atomic<size_t> taken = 0;
  std::vector<std::thread> nodes;
  for (int i = 0; i < 4; ++i) {
    nodes.emplace_back([&] {
      auto node = place->open();
      for (int round = 0; round < 5; ++round) {
        auto some = node->callbacks().take(3, lasting);
        taken += some ? some->size() : 1000;
      }
    });
  }
  for (auto& x : nodes) {
    x.join();
  }
  CHECK(taken == 20);
  CHECK(due(*in).empty());
  REQUIRE(in->callbacks().postpone(first[0].id, -1s, "connection refused"));
  auto again = due(*in);
  REQUIRE(again.size() == 1);
  CHECK(again[0].id == first[0].id);
  CHECK(again[0].tries == 3);
  REQUIRE(in->callbacks().postpone(first[0].id, 1h, "still refused"));
  CHECK(due(*in).empty());
  std::vector<uint64_t> ids;
  for (const auto& x : first) {
    ids.push_back(x.id);
  }
  REQUIRE(in->callbacks().settle(ids));
  REQUIRE(in->callbacks().settle({}));
  auto left = place->raw()->run("SELECT count(*) FROM faucet_serve_outbox");
  REQUIRE(left);
  CHECK(left->number(0, 0) == 0);
}

TEST_CASE("a callback that was not delivered yet outlives its run") {
  auto place = each_history_place();
  auto in = place->open();
  submit_to(*in, awaited("run-1", any_end));
  REQUIRE(in->ledger().request_cancel("run-1", {}));
  REQUIRE(*in->archive().erase("run-1") == erase_outcome::erased);
  auto found = due(*in);
  REQUIRE(found.size() == 1);
  CHECK(found[0].record.run == "run-1");
}
