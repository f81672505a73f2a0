#include "tests/state/history/history_place.hpp"

using namespace faucet;
using namespace std::chrono_literals;

namespace {

claimed_run claim_one(history& in) {
  auto claimed = in.ledger().claim({.owner = "a", .pools = {}, .limit = 1, .lease = 1h});
  REQUIRE(claimed);
  REQUIRE(claimed->size() == 1);
  return claimed->front();
}

} // namespace

TEST_CASE("a claim tells how long a run has waited since it was submitted or came back") {
  auto place = test::each_history_place();
  auto opened = place->open();
  new_run fresh;
  fresh.run = "run-1";
  REQUIRE(opened->ledger().submit({&fresh, 1}));
  auto raw = place->raw();
  REQUIRE(raw->run("UPDATE faucet_serve_runs SET submitted_at = {before $1}", {3'600'000}));
  auto first = claim_one(*opened);
  CHECK(first.waited >= 1h);
  CHECK(first.waited < 2h);
  REQUIRE(opened->ledger().hand_back("a", {&first.hold, 1}, run_status::pending));
  CHECK(claim_one(*opened).waited < 30min);
}

TEST_CASE("the end of a run tells how long ago somebody wanted it cancelled") {
  auto place = test::each_history_place();
  auto opened = place->open();
  std::vector<new_run> fresh(2);
  fresh[0].run = "run-1";
  fresh[1].run = "run-2";
  REQUIRE(opened->ledger().submit(fresh));
  std::vector<run_end> ends{{.hold = claim_one(*opened).hold, .status = run_status::cancelled},
                            {.hold = claim_one(*opened).hold}};
  REQUIRE(opened->ledger().request_cancel("run-1", "ann"));
  REQUIRE(place->raw()->run("UPDATE faucet_serve_runs SET cancel_requested = {before $1} "
                            "WHERE run_id = 'run-1'",
                            {60'000}));
  auto ended = opened->ledger().finish("a", ends);
  REQUIRE(ended);
  CHECK(ended->counted.size() == 2);
  REQUIRE(ended->since_cancel.size() == 1);
  CHECK(ended->since_cancel.front() >= 1min);
  CHECK(ended->since_cancel.front() < 30min);
}
