#include "tests/catch.hpp"
#include "tests/gateway/gateway_place.hpp"

using namespace faucet;
using test::gateway_place;

TEST_CASE("a run that waits is cancelled at once, whatever its status says afterwards") {
  gateway_place place;
  auto run = place.submitted();
  auto reply = place.ask("POST", "/v1/runs/" + run + "/cancel");
  CHECK(reply.status == 202);
  CHECK(reply.text("status") == "cancelled");
  CHECK(place.get("/v1/runs/" + run).text("status") == "cancelled");
  auto again = place.ask("POST", "/v1/runs/" + run + "/cancel");
  CHECK(again.status == 200);
  CHECK(again.text("status") == "cancelled");
  CHECK(place.door->cancelled.empty());
}

TEST_CASE("the cancel of a run under way is kept, and its owner told") {
  gateway_place place;
  auto run = place.submitted();
  auto hold = place.claim_one();
  auto reply = place.ask("POST", "/v1/runs/" + run + "/cancel");
  CHECK(reply.status == 202);
  CHECK(reply.text("cancel_requested") == "true");
  CHECK(place.door->cancelled == std::vector{run});
  CHECK(place.own->ledger().cancels_of("node-1") == std::vector{hold});
  CHECK(place.get("/v1/runs/" + run).text("cancel_requested") == "true");
  CHECK(place.ask("POST", "/v1/runs/none/cancel").status == 404);
}

TEST_CASE("a run is deleted once it has ended, and not before") {
  gateway_place place;
  auto run = place.submitted();
  auto hold = place.claim_one();
  auto refused = place.ask("DELETE", "/v1/runs/" + run);
  CHECK(refused.status == 409);
  CHECK(refused.text("error", "message") == "run is still in flight — cancel it before deleting");
  place.end(hold);
  auto deleted = place.ask("DELETE", "/v1/runs/" + run);
  CHECK(deleted.status == 204);
  CHECK(deleted.body.empty());
  CHECK(place.ask("DELETE", "/v1/runs/" + run).status == 404);
  CHECK(place.get("/v1/runs/" + run).status == 404);
}
