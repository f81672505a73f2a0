#include "model/run_facts.hpp"
#include "tests/catch.hpp"

using namespace faucet;

TEST_CASE("a run's status goes to its name and back") {
  for (auto x : {run_status::queued, run_status::pending, run_status::running, run_status::sharded,
                 run_status::completed, run_status::failed, run_status::cancelled}) {
    CHECK(parse_run_status(to_string(x)) == x);
    CHECK(stored_run_status(to_string(x)) == x);
  }
}

TEST_CASE("a stored status that this version does not know reads as failed") {
  CHECK(stored_run_status("hibernating") == run_status::failed);
  CHECK_FALSE(parse_run_status("hibernating"));
}

TEST_CASE("only completed, failed and cancelled are final") {
  CHECK(is_terminal(run_status::completed));
  CHECK(is_terminal(run_status::failed));
  CHECK(is_terminal(run_status::cancelled));
  CHECK_FALSE(is_terminal(run_status::queued));
  CHECK_FALSE(is_terminal(run_status::running));
  CHECK_FALSE(is_terminal(run_status::sharded));
}
