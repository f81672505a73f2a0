#pragma once

// What the actors of one node say to each other about runs. Nothing here crosses to another node:
// it names what the history keeps.

#include "actors/messages.hpp"
#include "cluster/decisions/events.hpp"
#include "model/member_facts.hpp"
#include "state/history/member_registry.hpp"
#include "state/history/run_claim.hpp"

#include <caf/allowed_unsafe_message_type.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace faucet {
struct claimed_plan;
} // namespace faucet

namespace faucet::atom {

using beat = caf::atom_constant<caf::atom("beat")>;
using cancels = caf::atom_constant<caf::atom("cancels")>;
using drain = caf::atom_constant<caf::atom("drain")>;
using drop = caf::atom_constant<caf::atom("drop")>;
using ended = caf::atom_constant<caf::atom("ended")>;
using expire = caf::atom_constant<caf::atom("expire")>;
using extend = caf::atom_constant<caf::atom("extend")>;
using finish = caf::atom_constant<caf::atom("finish")>;
using give_back = caf::atom_constant<caf::atom("giveback")>;
using hear = caf::atom_constant<caf::atom("hear")>;
using kick = caf::atom_constant<caf::atom("kick")>;
using leave = caf::atom_constant<caf::atom("leave")>;
using members = caf::atom_constant<caf::atom("members")>;
using pending = caf::atom_constant<caf::atom("pending")>;
using reclaim = caf::atom_constant<caf::atom("reclaim")>;
using recover = caf::atom_constant<caf::atom("recover")>;
using starved = caf::atom_constant<caf::atom("starved")>;
using stop = caf::atom_constant<caf::atom("stop")>;
using tick = caf::atom_constant<caf::atom("tick")>;
using view = caf::atom_constant<caf::atom("view")>;

} // namespace faucet::atom

namespace faucet {

/// Some runs of one owner.
struct owned_runs {
  std::string owner;
  std::vector<run_hold> holds;
};

/// Runs that are to wait again, and how they wait here.
struct hand_back_request {
  owned_runs runs;
  run_status waiting = run_status::pending;
};

/// Leases to be lengthened.
struct renewal_request {
  owned_runs runs;
  std::chrono::milliseconds lease{0};
};

/// How some runs of one owner ended.
struct end_request {
  std::string owner;
  std::vector<run_end> ends;
};

/// Until when somebody waits for an answer, by the actor system's clock.
using deadline = std::chrono::steady_clock::time_point;

/// Keeps one connection to the history, which it alone uses. What it comes to after its deadline is
/// not asked any more: runs that nobody hears of would wait until their leases end. Where the
/// database does not answer, the reply is an error; what was asked for may have happened all the
/// same.
using history_actor = caf::typed_actor<
  // Makes waiting runs somebody's own.
  caf::replies_to<atom::claim, deadline, claim_terms>::with<std::vector<claimed_run>>,
  // Notes that the execution of runs has begun.
  caf::replies_to<atom::start, deadline, owned_runs>::with<atom::done>,
  // Lengthens leases; answers which of them are still the owner's.
  caf::replies_to<atom::renew, deadline, renewal_request>::with<lease_renewal>,
  // Writes down how runs ended; answers for which that counted.
  caf::replies_to<atom::finish, deadline, end_request>::with<counted_ends>,
  // Lets runs wait for a new owner; answers for which that counted.
  caf::replies_to<atom::give_back, deadline, hand_back_request>::with<std::vector<run_hold>>,
  // Which runs of an owner somebody wants cancelled.
  caf::replies_to<atom::cancels, deadline, std::string>::with<std::vector<run_hold>>,
  // Says that a member lives.
  caf::replies_to<atom::beat, deadline, member_facts>::with<atom::done>,
  // Who lives, by a window.
  caf::replies_to<atom::members, deadline,
                  std::chrono::milliseconds>::with<std::vector<live_member>>,
  // Takes a member out.
  caf::replies_to<atom::leave, deadline, std::string>::with<atom::done>,
  // Takes runs whose lease has ended, by the most attempts.
  caf::replies_to<atom::reclaim, deadline, uint32_t>::with<std::vector<reclaimed_run>>,
  // Takes all runs of a member, by the most attempts.
  caf::replies_to<atom::reclaim, deadline, std::string, uint32_t>::with<std::vector<reclaimed_run>>,
  // Fails runs whose lease has ended, where nobody would go on with them; answers which. Refused
  // where a member of a cluster was heard of within a lease.
  caf::replies_to<atom::recover, deadline,
                  std::chrono::milliseconds>::with<std::vector<std::string>>,
  // How many runs wait in each pool.
  caf::replies_to<atom::pending, deadline>::with<std::vector<pool_backlog>>,
  // Fails the runs that have waited in a pool for longer.
  caf::replies_to<atom::starved, deadline, std::string,
                  std::chrono::seconds>::with<std::vector<std::string>>>;

/// What a member knows of the cluster and of itself.
struct member_view {
  member_facts self;
  std::vector<live_member> members; ///< as the history said last
  bool draining = false;
  bool history_answers = false;
};

/// A node's part in the cluster: claims runs, keeps their leases, gives them up.
using member_actor = caf::typed_actor<
  // A run was stored through this node, in this pool.
  caf::reacts_to<atom::kick, std::string>,
  // Somebody wants a run cancelled; the history knows it already.
  caf::reacts_to<atom::cancel, std::string>,
  // A run of this member has moved something, or waits for good reason.
  caf::reacts_to<atom::note, run_hold>,
  // A run of this member has begun.
  caf::reacts_to<atom::start, run_hold>,
  // A run of this member does nothing more.
  caf::reacts_to<atom::ended, run_end>,
  // Something that its mesh has heard.
  caf::reacts_to<atom::hear, member_event>,
  // How things stand.
  caf::replies_to<atom::view>::with<member_view>,
  // Takes nothing more, ends or hands back what it has, and leaves; then answers.
  caf::replies_to<atom::drain>::with<atom::done>,
  // Its own reminder that something is due.
  caf::reacts_to<atom::tick>>;

/// Executes one claimed run. Tells its member that it lives, and how it ended.
using worker_actor = caf::typed_actor<
  // It may write until then, by the actor system's clock.
  caf::reacts_to<atom::extend, std::chrono::steady_clock::time_point>,
  // Stop at the page boundary, flush and store; there is so much time.
  caf::reacts_to<atom::stop, std::chrono::milliseconds>,
  // Stop without a further write.
  caf::reacts_to<atom::drop>>;

/// A worker that hears how its run gets on.
using executing_actor = worker_actor::extend<caf::reacts_to<progress>,
                                             // Its own reminder to say that it lives.
                                             caf::reacts_to<atom::tick>,
                                             // Its own reminder that the run has taken long enough.
                                             caf::reacts_to<atom::expire>>;

} // namespace faucet

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(faucet::claim_terms)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(faucet::claimed_run)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(faucet::counted_ends)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(faucet::end_request)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(faucet::hand_back_request)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(faucet::lease_renewal)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(faucet::renewal_request)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(faucet::live_member)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(faucet::member_event)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(faucet::member_facts)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(faucet::member_view)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(faucet::owned_runs)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(faucet::pool_backlog)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(faucet::reclaimed_run)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(faucet::run_end)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(faucet::run_hold)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(std::chrono::steady_clock::time_point)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(std::shared_ptr<faucet::claimed_plan>)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(std::vector<faucet::claimed_run>)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(std::vector<faucet::live_member>)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(std::vector<faucet::pool_backlog>)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(std::vector<faucet::reclaimed_run>)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(std::vector<faucet::run_hold>)
