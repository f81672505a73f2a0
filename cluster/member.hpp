#pragma once

#include "cluster/decisions/member.hpp"
#include "cluster/mesh/messages.hpp"
#include "cluster/meters.hpp"

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <caf/typed_response_promise.hpp>

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// What a member works with.
struct member_parts {
  history_actor history;
  uint32_t max_attempts = 3; ///< executions of one run, lost ones included

  /// Starts a claimed run for a member, which it tells of its life and its end.
  std::function<worker_actor(member_actor, const claimed_run&,
                             std::chrono::steady_clock::time_point write_until)>
    start;

  /// No other node shares the history: runs wait as `queued`, and what this node has begun and
  /// cannot end has failed, for nobody would go on with it. It leaves, with a reason, as soon as it
  /// hears of a member of a cluster.
  bool is_alone = false;

  std::shared_ptr<meters> counts = {}; ///< may be none

  mesh_actor mesh = {}; ///< may be none: then the history alone tells of others

  std::function<void(const std::string&)> warn = {}; ///< may be empty
};

/// Carries out what cluster/decisions decide for one node, and tells them what came of it.
class member_host {
public:
  static inline constexpr const char* name = "member";

  explicit member_host(member_actor::pointer self) : self_(self) {
    // nop
  }

  member_actor::behavior_type make_behavior(member_settings settings, member_parts parts);

private:
  using time_point = std::chrono::steady_clock::time_point;

  [[nodiscard]] member_view view() const;

  // -- deciding ---------------------------------------------------------------

  void tell(member_event event);
  void decide(const member_event& event);
  void remind();
  [[nodiscard]] moment now() const;
  [[nodiscard]] time_point on_clock(moment at) const;

  // -- carrying out: to the history -------------------------------------------

  void carry_out(const effects::ask_claim& x);
  void carry_out(const effects::ask_renew& x);
  void carry_out(const effects::ask_finish& x);
  void carry_out(const effects::ask_hand_back& x);
  void carry_out(const effects::ask_cancels& x);
  void carry_out(const effects::ask_heartbeat& x);
  void carry_out(const effects::ask_reclaim& x);
  void carry_out(const effects::ask_reclaim_from& x);
  void carry_out(const effects::ask_members& x);
  void carry_out(const effects::ask_pending& x);
  void carry_out(const effects::fail_starved& x);

  void note_begun();
  void recover();

  /// A cluster may have come while this node was alone and paused, or cut off: that goes on.
  void make_way(const std::vector<live_member>& live);

  /// A run that was being executed has failed, for nobody would go on with it.
  void give_up(const std::vector<run_hold>& holds);

  void count_ended(const std::vector<run_end>& ends, const counted_ends& how) const;
  void count_reclaimed(const std::vector<reclaimed_run>& taken) const;

  /// Takes this member out of the history, if it answers.
  void sign_off(const std::function<void()>& then);

  /// Asks the history; `said` hears what it answers, and `silent` is told where it does not.
  template <class Said, class Verb, class... Rest>
  void ask(Said said, member_event silent, Verb verb, Rest&&... rest);

  /// The same; `silent` is called where it does not.
  template <class Said, class Silent, class Verb, class... Rest>
  void ask_then(Said said, Silent silent, Verb verb, Rest&&... rest);

  // -- carrying out: to the runs ----------------------------------------------

  void carry_out(const effects::start_run& x);
  void carry_out(const effects::extend_run& x);
  void carry_out(const effects::stop_run& x);
  void carry_out(const effects::drop_run& x);
  void carry_out(const effects::discard_result& x);
  void take_end(run_end how);
  void take_death(const caf::down_msg& down);
  void forget_what_is_over();

  // -- carrying out: to the mesh ----------------------------------------------

  void carry_out(const effects::ask_port& x);
  void carry_out(const effects::ask_peer& x);
  void carry_out(const effects::answer_peer& x);
  void carry_out(const effects::kick_peer& x);
  void carry_out(const effects::say_bye& x);
  void join_mesh();
  void take_cancel(const std::string& run);

  // -- carrying out: to the node ----------------------------------------------

  void carry_out(const effects::tell_isolated& x);
  void carry_out(const effects::tell_verdict& x);
  void carry_out(const effects::leave& x);

  // -- member variables -------------------------------------------------------

  /// A run that this member has claimed.
  struct own_run {
    claimed_run claimed;
    worker_actor worker; ///< none before its start and after its end
    bool begun = false;  ///< there is or was a worker
    run_end end;         ///< once it has ended
  };

  member_actor::pointer self_;
  member_parts parts_;
  member_state state_;
  std::map<run_hold, own_run> runs_;
  std::deque<member_event> told_; ///< not yet decided about
  std::vector<run_hold> begun_;   ///< of which the history does not know yet that they began
  bool is_telling_begun_ = false;
  bool is_deciding_ = false;
  std::optional<error> makes_way_;  ///< why it leaves without being asked
  moment reminded_ = moment::max(); ///< the reminder under way
  std::vector<caf::typed_response_promise<atom::done>> drained_;
};

/// A node's part in the cluster.
member_actor::behavior_type member(member_actor::stateful_pointer<member_host> self,
                                   member_settings settings, member_parts parts);

} // namespace faucet
