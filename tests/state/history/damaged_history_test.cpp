#include "tests/state/history/history_place.hpp"
#include "tests/state/history/ledger_suite.hpp"

using namespace faucet;
using namespace faucet::test;

namespace {

void damage(history_place& place, const std::string& run) {
  REQUIRE(place.raw()->run("UPDATE faucet_serve_runs SET body = 'no json', labels = '[', "
                           "submitted_at = 'yesterday' WHERE run_id = $1",
                           {run}));
}

} // namespace

TEST_CASE("a run whose record cannot be read ends all the same, and its end can be read",
          "[P202]") {
  auto place = each_history_place();
  auto in = place->open();
  auto run = run_named("run-1");
  REQUIRE(in->ledger().submit({&run, 1}));
  auto claimed = in->ledger().claim({"a", names{"default"}, 1, lasting});
  REQUIRE(claimed->size() == 1);
  damage(*place, "run-1");
  run_end end{claimed->front().hold, run_status::failed, "no such table", "{}"};
  REQUIRE(in->ledger().finish("a", {&end, 1})->counted.size() == 1);
  auto found = in->ledger().find("run-1");
  REQUIRE(found);
  REQUIRE(*found);
  CHECK((*found)->status == run_status::failed);
  CHECK((*found)->error == "no such table");
  CHECK((*found)->finished_at);
  CHECK((*found)->labels.empty());
}

TEST_CASE("a waiting run that cannot be read does not keep others from being claimed", "[P313]") {
  auto place = each_history_place();
  auto in = place->open();
  for (const auto* id : {"run-1", "run-2"}) {
    auto run = run_named(id);
    REQUIRE(in->ledger().submit({&run, 1}));
  }
  damage(*place, "run-1");
  for (int i = 0; i < 2; ++i) {
    auto claimed = in->ledger().claim({"a", names{"default"}, 1, lasting});
    REQUIRE(claimed);
    REQUIRE(claimed->size() == 1);
  }
  CHECK((*in->ledger().find("run-2"))->status == run_status::running);
}

TEST_CASE("a status of a later version reads as failed and is left alone") {
  auto place = each_history_place();
  auto in = place->open();
  auto run = run_named("run-1");
  REQUIRE(in->ledger().submit({&run, 1}));
  REQUIRE(place->raw()->run("UPDATE faucet_serve_runs SET status = 'hibernating'"));
  CHECK((*in->ledger().find("run-1"))->status == run_status::failed);
  CHECK(in->ledger().claim({"a", names{"default"}, 1, lasting})->empty());
  CHECK(in->ledger().request_cancel("run-1", {})->outcome == cancel_answer::kind::ended);
}

TEST_CASE("a call that was refused leaves no transaction behind", "[P322]") {
  auto place = each_history_place();
  auto in = place->open();
  auto run = run_named("run-1");
  auto database = place->raw();
  REQUIRE(database->run("ALTER TABLE faucet_serve_events RENAME TO elsewhere"));
  auto refused = in->ledger().submit({&run, 1});
  REQUIRE_FALSE(refused);
  CHECK_FALSE(is_transient(refused.error()));
  REQUIRE(database->run("ALTER TABLE elsewhere RENAME TO faucet_serve_events"));
  CHECK_FALSE(*in->ledger().find("run-1")); // nothing was stored halfway
  REQUIRE(in->ledger().submit({&run, 1}));
  CHECK(*place->open()->ledger().find("run-1")); // and it was committed
}
