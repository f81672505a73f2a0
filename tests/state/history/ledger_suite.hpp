#pragma once

#include "tests/catch.hpp"
#include "tests/state/history/ledger_place.hpp"

namespace faucet::test {

using namespace std::chrono_literals;

/// Leases of tests either last or have ended when they begin, so that no test waits for one.
constexpr std::chrono::milliseconds lasting = 1h;
constexpr std::chrono::milliseconds lapsed = -1s;

using names = std::vector<std::string>;

/// A place of one kind after the other; the test runs once for each.
inline std::unique_ptr<ledger_place> each_ledger_place() {
  auto kind = GENERATE(from_range(kinds_of_ledgers()));
  UNSCOPED_INFO("in the ledger " << kind);
  return make_ledger_place(kind);
}

/// A run of the default pool.
inline new_run run_named(std::string id) {
  new_run result;
  result.run = std::move(id);
  result.name = "a run";
  result.config = "version: 1\n";
  result.config_format = "yaml";
  return result;
}

/// Stores one run and gives the answer.
inline submit_answer submit(open_ledger& to, const new_run& x) {
  auto answers = to.runs().submit({&x, 1});
  if (!answers) {
    FAIL(render(answers.error()));
  }
  REQUIRE(answers->size() == 1);
  return answers->front();
}

/// What an owner gets that serves the default pool.
inline std::vector<claimed_run> claim(open_ledger& from, const std::string& owner, uint32_t limit,
                                      std::chrono::milliseconds lease = lasting) {
  auto claimed = from.runs().claim({owner, names{"default"}, limit, lease});
  if (!claimed) {
    FAIL(render(claimed.error()));
  }
  return *claimed;
}

/// The hold on the one run that an owner can claim.
inline run_hold claim_one(open_ledger& from, const std::string& owner,
                          std::chrono::milliseconds lease = lasting) {
  auto claimed = claim(from, owner, 1, lease);
  REQUIRE(claimed.size() == 1);
  return claimed.front().hold;
}

inline names ids_of(const std::vector<claimed_run>& runs) {
  names result;
  for (const auto& x : runs) {
    result.push_back(x.hold.run);
  }
  return result;
}

inline run_record find(open_ledger& in, const std::string& run) {
  auto found = in.runs().find(run);
  if (!found) {
    FAIL(render(found.error()));
  }
  REQUIRE(*found);
  return **found;
}

/// Whether ending a run counted.
inline bool finish(open_ledger& in, const std::string& owner, const run_hold& hold,
                   run_status status = run_status::completed, std::string error = {}) {
  run_end end{hold, status, std::move(error), R"({"records_written":3})"};
  auto counted = in.runs().finish(owner, {&end, 1});
  if (!counted) {
    FAIL(render(counted.error()));
  }
  return counted->counted == std::vector{hold};
}

inline lease_renewal renew(open_ledger& in, const std::string& owner,
                           const std::vector<run_hold>& holds,
                           std::chrono::milliseconds lease = lasting) {
  auto renewed = in.runs().renew(owner, holds, lease);
  if (!renewed) {
    FAIL(render(renewed.error()));
  }
  return *renewed;
}

inline std::vector<reclaimed_run> reclaim(open_ledger& in, uint32_t max_attempts = 3) {
  auto reclaimed = in.runs().reclaim(max_attempts);
  if (!reclaimed) {
    FAIL(render(reclaimed.error()));
  }
  return *reclaimed;
}

inline cancel_answer cancel(open_ledger& in, const std::string& run) {
  auto answer = in.runs().request_cancel(run, "ada");
  if (!answer) {
    FAIL(render(answer.error()));
  }
  return *answer;
}

} // namespace faucet::test
