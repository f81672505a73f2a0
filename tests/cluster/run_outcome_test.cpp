#include "cluster/run_outcome.hpp"
#include "state/history/storable_text.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

run_report failures(size_t count, const std::string& why) {
  run_report result;
  for (size_t i = 0; i < count; ++i) {
    invocation_report one;
    one.row = "r" + std::to_string(i);
    one.how = outcome::failed;
    one.failure = {ec::sink_failed, why, {}};
    result.invocations.push_back(std::move(one));
  }
  return result;
}

} // namespace

TEST_CASE("the error of a run names its first failures and says how many more there are") {
  CHECK(end_of({"r", 1}, failures(2, "no")).error == "r0: no; r1: no");
  auto end = end_of({"r", 1}, failures(5000, "no"));
  CHECK_THAT(end.error, Catch::StartsWith("r0: no; ") && Catch::EndsWith("; and 4990 more failed"));
  CHECK_THAT(end.outcome, Catch::Contains(R"("invocations_not_listed":4000)"));
  CHECK(end.outcome.size() < 400'000);
}

TEST_CASE("one long failure does not make the record of a run long") {
  std::string long_text;
  for (int i = 0; i < 100'000; ++i) {
    long_text += "ä";
  }
  auto end = end_of({"r", 1}, failures(1, long_text));
  CHECK(end.error.size() < 5000);
  CHECK_THAT(end.error, Catch::EndsWith("bytes more)"));
  CHECK(storable_text(end.error) == end.error);
}

TEST_CASE("a failure that is no UTF-8 ends a run all the same") {
  auto end = end_of({"r", 1}, failures(1, "caf\xe9"));
  CHECK(storable_text(end.error) == end.error);
  CHECK(storable_text(end.outcome) == end.outcome);
}
