#pragma once

#include "model/member_facts.hpp"
#include "model/run_facts.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace faucet {

/// A run that the history gave to this member.
struct won_run {
  run_hold hold;
  bool cancel_wanted = false; ///< somebody had asked for that before
};

/// What the history said of leases that were to be renewed.
struct renewed_leases {
  std::vector<run_hold> lost;          ///< not this member's any more
  std::vector<run_hold> cancel_wanted; ///< its own, but somebody wants them cancelled
};

/// A member as the history knows it.
struct seen_member {
  member_facts facts;
  std::chrono::milliseconds silent_for{}; ///< since its last sign of life, by the database's clock
};

/// What came of knocking at the place where a member's mesh was.
enum class port_state : uint8_t {
  unknown,  ///< Nobody answered in time, or the way there is cut.
  refused,  ///< The machine answers, and nothing listens there.
  replaced, ///< Another instance listens there.
  answers,  ///< The member itself answered.
};

/// What a member learns. An answer without a value says that none came; what was asked for may have
/// happened all the same.
namespace events {

// -- time -------------------------------------------------------------------------------------

/// It is as late as `next_due` said.
struct woke {};

// -- of runs ----------------------------------------------------------------------------------

/// A run was stored through this member.
struct run_submitted {
  std::string pool;
};

/// Somebody says that there is a run to claim.
struct kicked {};

/// Somebody wants a run cancelled. The history knows it already.
struct cancel_told {
  std::string run;
};

/// A sign of life of a run.
struct run_reported {
  run_hold hold;
};

/// A run does nothing more. `status` is terminal; `cancelled` for one that stopped before its end.
struct run_ended {
  run_hold hold;
  run_status status = run_status::failed;
};

// -- answers of the history -------------------------------------------------------------------

struct claim_answer {
  std::optional<std::vector<won_run>> runs;
};

struct renew_answer {
  std::optional<renewed_leases> leases;
};

struct finish_answer {
  std::optional<std::vector<run_hold>> refused; ///< were this member's no more
};

struct hand_back_answer {
  bool done = false;
};

struct cancels_answer {
  std::optional<std::vector<run_hold>> wanted;
};

struct heartbeat_answer {
  bool done = false;
};

struct reclaim_answer {
  std::optional<std::vector<std::string>> pools; ///< in which runs wait again, one for each
};

struct reclaim_from_answer {
  std::string instance;
  std::optional<std::vector<std::string>> pools; ///< in which runs wait again, one for each
};

struct members_answer {
  std::optional<std::vector<seen_member>> members;
};

struct pending_answer {
  std::optional<std::vector<std::pair<std::string, uint64_t>>> by_pool;
};

// -- of the mesh ------------------------------------------------------------------------------

/// There is a link to a member now.
struct link_up {
  std::string instance;
};

struct link_down {
  std::string instance;
};

/// A member says of itself how it is.
struct peer_facts {
  member_facts facts;
};

/// A member takes nothing more.
struct peer_bye {
  std::string instance;
};

/// A peer wants to know whether this member still talks to another.
struct peer_question {
  std::string peer;
  std::string about;
  uint64_t round = 0; ///< to be given back with the answer
};

struct peer_answer {
  std::string peer;
  std::string about;
  uint64_t round = 0; ///< the one of the question
  std::optional<bool> talks;
};

struct port_answer {
  std::string instance;
  uint64_t round = 0; ///< the one of the question
  port_state state = port_state::unknown;
};

// -- of the node ------------------------------------------------------------------------------

/// Finish what can be finished, hand back the rest, leave.
struct drain_asked {};

} // namespace events

using member_event =
  std::variant<events::woke, events::run_submitted, events::kicked, events::cancel_told,
               events::run_reported, events::run_ended, events::claim_answer, events::renew_answer,
               events::finish_answer, events::hand_back_answer, events::cancels_answer,
               events::heartbeat_answer, events::reclaim_answer, events::reclaim_from_answer,
               events::members_answer, events::pending_answer, events::link_up, events::link_down,
               events::peer_facts, events::peer_bye, events::peer_question, events::peer_answer,
               events::port_answer, events::drain_asked>;

} // namespace faucet
