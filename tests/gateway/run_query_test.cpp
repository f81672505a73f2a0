#include "apps/node/gateway/run_query.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

api_expected<run_query> read(std::string_view query) {
  auto target = parse_http_target("/v1/runs?" + std::string{query});
  REQUIRE(target);
  return read_run_query(*target, "ann");
}

} // namespace

TEST_CASE("a list of runs is asked for by what they are") {
  auto query =
    read("status=failed,cancelled&status=running&name=n&name_contains=x&pool=gpu&limit=900"
         "&since=2026-11-30T00:00:00Z&until=2026-12-01T00:00:00%2B01:00"
         "&label=team:a:b&label=env&labels=x:1,y&counts=true&mine=true&cursor=c");
  REQUIRE(query);
  CHECK(query->filter.statuses
        == std::vector{run_status::failed, run_status::cancelled, run_status::running});
  CHECK(query->filter.name == "n");
  CHECK(query->filter.name_contains == "x");
  CHECK(query->filter.pool == "gpu");
  CHECK(query->filter.limit == 500);
  CHECK(*query->filter.until - *query->filter.since == std::chrono::hours{23});
  CHECK(query->filter.labels
        == std::map<std::string, std::optional<std::string>>{
          {"team", "a:b"}, {"env", std::nullopt}, {"x", "1"}, {"y", std::nullopt}});
  CHECK(query->filter.submitted_by == "ann");
  CHECK(query->filter.cursor == "c");
  CHECK(query->counts);
  CHECK(read("")->filter.limit == 50);
}

TEST_CASE("labels are asked for together, so that one with two values is no run's") {
  CHECK(read("label=k:a&label=k:b")->matches_nothing);
  CHECK(read("labels=k:a,k:b")->matches_nothing);
  CHECK_FALSE(read("label=k:a&label=k:a")->matches_nothing);
  auto query = read("label=k&label=k:b&label=k");
  CHECK_FALSE(query->matches_nothing);
  CHECK(query->filter.labels.at("k") == "b");
}

TEST_CASE("what cannot be asked for is refused by its name") {
  auto [text, name] = GENERATE(table<std::string, std::string>({
    {"colour=red", "colour"},
    {"status=done", "status"},
    {"status=", "status"},
    {"limit=0", "limit"},
    {"limit=-1", "limit"},
    {"limit=5x", "limit"},
    {"since=yesterday", "since"},
    {"counts=yes", "counts"},
    {"mine=1", "mine"},
    {"pool=GPU", "`pool`"},
    {"label=:x", "label"},
    {"labels=a,b,c,d,e,f,g,h,i,j,k", "label"},
  }));
  auto refused = read(text);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().status == 400);
  CHECK_THAT(refused.error().message, Catch::StartsWith(name + ":"));
}
