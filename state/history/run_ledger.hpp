#pragma once

#include "model/error.hpp"
#include "state/history/run_claim.hpp"
#include "state/history/run_record.hpp"
#include "state/history/run_submission.hpp"

#include <span>

namespace faucet {

/// Who owns which run, and where each run stands. What it says is the truth; messages only make it
/// known sooner.
///
/// Every call is one transaction, so it happened wholly or not at all, and appends what it did to
/// the event log in that same transaction. A run that ends, whoever ends it, loses its sealed
/// values and gets its callback queued there, too. Leases run by the clock of the database.
///
/// Failures: `unavailable` where the database could not be reached, or too much went on at once;
/// the call may have happened all the same, and may be made again: every one of them bears that.
/// Any other code is a permanent refusal.
///
/// Blocking; used by one thread at a time. Many ledgers, also of other processes, share a database.
class run_ledger {
public:
  virtual ~run_ledger() = default;

  // -- submitting -------------------------------------------------------------

  /// Stores runs; one answer each, in their order. A run that is stored already, by an earlier call
  /// whose answer was lost, is fresh again.
  virtual expected<std::vector<submit_answer>> submit(std::span<const new_run> runs) = 0;

  // -- owning -----------------------------------------------------------------

  /// Makes waiting runs of these pools the owner's, oldest first, each with an epoch one greater
  /// than before, whether they wait as `pending` or as `queued`: a node that was alone may have
  /// others now, or none any more. No two calls ever get the same run with the same epoch. Runs of
  /// a call whose answer was lost wait until their lease has ended.
  virtual expected<std::vector<claimed_run>> claim(const claim_terms& terms) = 0;

  /// Notes in the event log that their execution has begun; those that are lost are passed over.
  virtual expected<void> note_started(const std::string& owner,
                                      std::span<const run_hold> holds) = 0;

  /// Lengthens the leases of exactly these to `lease` from now, in one statement.
  virtual expected<lease_renewal> renew(const std::string& owner, std::span<const run_hold> holds,
                                        std::chrono::milliseconds lease) = 0;

  /// Ends runs. Tells for which that counted; the results of the others are discarded, which the
  /// event log says. An end that was stored already counts again.
  virtual expected<counted_ends> finish(const std::string& owner,
                                        std::span<const run_end> ends) = 0;

  /// Lets runs wait for a new owner, as `pending` or, on a single node, `queued`. Their attempts,
  /// pool and request to cancel stay as they are. Returns the holds for which that counted.
  virtual expected<std::vector<run_hold>>
  hand_back(const std::string& owner, std::span<const run_hold> holds, run_status waiting) = 0;

  // -- taking from those who are gone -----------------------------------------

  /// Takes every running run whose lease has ended: it waits again, with one lost attempt more and
  /// its request to cancel kept, or fails where that was attempt number `max_attempts`.
  virtual expected<std::vector<reclaimed_run>> reclaim(uint32_t max_attempts) = 0;

  /// The same with all that one instance has, whatever its leases say.
  virtual expected<std::vector<reclaimed_run>> reclaim_from(const std::string& instance,
                                                            uint32_t max_attempts) = 0;

  /// For a single node, when it starts: fails running runs whose lease has ended, which nobody will
  /// go on with. Returns their ids.
  virtual expected<std::vector<std::string>> recover_single() = 0;

  // -- cancelling -------------------------------------------------------------

  /// `by` is who asks, for the event log; may be empty.
  virtual expected<cancel_answer> request_cancel(const std::string& run, const std::string& by) = 0;

  /// What an owner has that somebody wants to end.
  virtual expected<std::vector<run_hold>> cancels_of(const std::string& owner) = 0;

  // -- watching ---------------------------------------------------------------

  /// Pools in which runs wait, by name.
  virtual expected<std::vector<pool_backlog>> pending_by_pool() = 0;

  /// Fails the runs that have waited in a pool for longer than that, and returns their ids.
  virtual expected<std::vector<std::string>> fail_starved(const std::string& pool,
                                                          std::chrono::seconds older_than) = 0;

  /// Nothing where there is no such run.
  virtual expected<std::optional<run_record>> find(const std::string& run) = 0;
};

} // namespace faucet
