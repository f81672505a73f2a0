#include "cluster/settle_ends.hpp"

#include "state/history/storable_text.hpp"

namespace faucet {

namespace {

/// One end by itself. Where even the plainest is refused, it is not the end that is wrong: a full
/// disk, a database that became read-only. That passes, and until then the end is kept.
expected<counted_ends> settle_one(run_ledger& ledger, const std::string& owner,
                                  const run_end& end) {
  auto told = ledger.finish(owner, {&end, 1});
  if (told || is_transient(told.error())) {
    return told;
  }
  run_end plain{.hold = end.hold,
                .status = run_status::failed,
                .error =
                  storable_text("how the run ended could not be stored: " + render(told.error()))};
  auto again = ledger.finish(owner, {&plain, 1});
  if (!again) {
    again.error().code = ec::unavailable;
  }
  return again;
}

} // namespace

expected<counted_ends> settle_ends(run_ledger& ledger, const std::string& owner,
                                   std::span<const run_end> ends) {
  auto together = ledger.finish(owner, ends);
  if (together || is_transient(together.error())) {
    return together;
  }
  counted_ends result;
  for (const auto& end : ends) {
    auto one = settle_one(ledger, owner, end);
    if (!one) {
      return one;
    }
    result.counted.insert(result.counted.end(), one->counted.begin(), one->counted.end());
    result.since_cancel.insert(result.since_cancel.end(), one->since_cancel.begin(),
                               one->since_cancel.end());
  }
  return result;
}

} // namespace faucet
