#include "tests/state/history/history_place.hpp"
#include "tests/state/history/ledger_suite.hpp"

using namespace faucet;
using namespace faucet::test;

TEST_CASE("what people did is kept and read newest first") {
  auto place = each_history_place();
  auto in = place->open();
  audit_entry full{.id = "01",
                   .at = {},
                   .principal = "ada",
                   .role = "operator",
                   .action = "run.submit",
                   .run = "run-1",
                   .config_fingerprint = "abc",
                   .source_ip = "10.0.0.1",
                   .result = "accepted",
                   .target = "pipeline",
                   .detail = "{}"};
  REQUIRE(in->audit().append(full));
  REQUIRE(in->audit().append(full)); // its answer was lost
  REQUIRE(in->audit().append({.id = "02", .at = {}, .action = "auth", .result = "refused"}));
  REQUIRE(in->audit().append(
    {.id = "03", .at = {}, .principal = "bob", .action = "run.cancel", .result = "ok"}));
  auto all = in->audit().read({});
  REQUIRE(all);
  REQUIRE(all->size() == 3);
  CHECK(all->at(0).id == "03");
  const auto& oldest = all->at(2);
  CHECK(oldest.principal == "ada");
  CHECK(oldest.role == "operator");
  CHECK(oldest.action == "run.submit");
  CHECK(oldest.run == "run-1");
  CHECK(oldest.config_fingerprint == "abc");
  CHECK(oldest.source_ip == "10.0.0.1");
  CHECK(oldest.result == "accepted");
  CHECK(oldest.target == "pipeline");
  CHECK(oldest.detail == "{}");
  CHECK(oldest.at > instant{});
  CHECK(in->audit().read({.principal = "bob"})->size() == 1);
  CHECK(in->audit().read({.action = "auth"})->front().id == "02");
  CHECK(in->audit().read({.run = "run-1"})->size() == 1);
  CHECK(in->audit().read({.before = "03", .limit = 1})->front().id == "02");
  CHECK(in->audit().read({.principal = "x' OR '1'='1"})->empty());
}
