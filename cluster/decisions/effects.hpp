#pragma once

#include "cluster/decisions/moment.hpp"
#include "model/run_facts.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace faucet {

/// Why a run is stopped before its end.
enum class stop_reason : uint8_t {
  none,
  cancel_asked, ///< Somebody wants it cancelled.
  isolated,     ///< The history does not answer, and the lease would end.
  wedged,       ///< It said nothing for so long that its lease was not renewed.
  draining,     ///< The member leaves.
  lost,         ///< Another member owns it, or it has ended.
};

/// A run that ended here, and how.
struct ended_run {
  run_hold hold;
  run_status status = run_status::failed;

  friend bool operator==(const ended_run&, const ended_run&) = default;
};

/// What a member is to do. Everything with `ask_` is answered by exactly one event, whatever
/// happens: where the history, a peer or the network says nothing in time, by the event that says
/// so.
namespace effects {

// -- to the history ---------------------------------------------------------------------------

/// Claim so many runs in the member's pools. Answer: `claim_answer`.
struct ask_claim {
  uint32_t limit = 0;
};

/// Lengthen these leases. Answer: `renew_answer`.
struct ask_renew {
  std::vector<run_hold> holds;
};

/// Write down how these ended. Answer: `finish_answer`.
struct ask_finish {
  std::vector<ended_run> runs;
};

/// Make these pending again. Answer: `hand_back_answer`.
struct ask_hand_back {
  std::vector<run_hold> holds;
};

/// Look which runs of this member somebody wants cancelled. Answer: `cancels_answer`.
struct ask_cancels {};

/// Say that this member lives. Answer: `heartbeat_answer`.
struct ask_heartbeat {
  uint32_t in_flight = 0;
  uint32_t room = 0; ///< none while it drains
};

/// Requeue, or give up, the runs of which the lease has ended. Answer: `reclaim_answer`.
struct ask_reclaim {};

/// The same for all runs of a member that is dead. Answer: `reclaim_from_answer`.
struct ask_reclaim_from {
  std::string instance;
};

/// Who lives, and since when each said nothing. Answer: `members_answer`.
struct ask_members {};

/// How many runs wait in each pool. Answer: `pending_answer`.
struct ask_pending {};

/// Fail the runs that wait in this pool for longer. No answer.
struct fail_starved {
  std::string pool;
  std::chrono::milliseconds waited{};
};

// -- to the runs ------------------------------------------------------------------------------

/// Start it. `run_ended` will say once that it does nothing more.
struct start_run {
  run_hold hold;
  moment write_until; ///< it writes nothing from then on
};

/// Its lease is longer.
struct extend_run {
  run_hold hold;
  moment write_until;
};

/// Stop at the next page boundary and flush; there is so much time.
struct stop_run {
  run_hold hold;
  stop_reason why = stop_reason::none;
  std::chrono::milliseconds grace{};
};

/// Stop at once, without a further write.
struct drop_run {
  run_hold hold;
  stop_reason why = stop_reason::none;
};

/// What came of it counts for nothing, for another owns the run or it has ended already.
struct discard_result {
  ended_run run;
};

// -- to the mesh ------------------------------------------------------------------------------

/// Does anything answer where this member's mesh was? Answer: `port_answer`.
struct ask_port {
  std::string instance;
  uint64_t round = 0; ///< to be given back with the answer
};

/// Does the peer still talk to that member? Answer: `peer_answer`.
struct ask_peer {
  std::string peer;
  std::string about;
  uint64_t round = 0; ///< to be given back with the answer
};

/// The answer to a peer's question.
struct answer_peer {
  std::string peer;
  std::string about;
  uint64_t round = 0; ///< the one of the question
  bool talks = false;
};

/// There is a run that the peer may claim.
struct kick_peer {
  std::string instance;
};

/// Tell every peer that this member takes nothing more.
struct say_bye {};

// -- to the node ------------------------------------------------------------------------------

/// This member has lost the history; told once an outage.
struct tell_isolated {};

/// What became of a suspicion.
struct tell_verdict {
  std::string instance;
  bool dead = false;
};

/// Take this member out of the history and end. Nothing follows.
struct leave {};

} // namespace effects

using effect =
  std::variant<effects::ask_claim, effects::ask_renew, effects::ask_finish, effects::ask_hand_back,
               effects::ask_cancels, effects::ask_heartbeat, effects::ask_reclaim,
               effects::ask_reclaim_from, effects::ask_members, effects::ask_pending,
               effects::fail_starved, effects::start_run, effects::extend_run, effects::stop_run,
               effects::drop_run, effects::discard_result, effects::ask_port, effects::ask_peer,
               effects::answer_peer, effects::kick_peer, effects::say_bye, effects::tell_isolated,
               effects::tell_verdict, effects::leave>;

using effect_list = std::vector<effect>;

} // namespace faucet
