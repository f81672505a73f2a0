#pragma once

#include "cluster/decisions/member.hpp"
#include "tests/sim/own_clock.hpp"
#include "tests/sim/virtual_time.hpp"
#include "tests/sim/work.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace faucet::sim {

struct world;

/// What stays the same of a node when its process starts anew.
struct node_settings {
  std::size_t place = 0;
  own_clock clock;
  uint32_t capacity = 4;
  std::vector<std::string> pools;
};

/// One process of a node, and the next one after it. Its decisions are the real ones; it carries
/// their effects out on the simulated world, and tells them what comes of it.
class node {
public:
  node(world& around, node_settings chosen);

  // -- observers --------------------------------------------------------------

  [[nodiscard]] bool lives() const noexcept {
    return lives_;
  }

  /// Lives, and is not paused.
  [[nodiscard]] bool is_awake() const noexcept {
    return lives_ && !paused_;
  }

  [[nodiscard]] bool is_paused() const noexcept {
    return lives_ && paused_;
  }

  [[nodiscard]] bool takes_submissions() const {
    return is_awake() && accepts_submissions(state_);
  }

  [[nodiscard]] const std::string& instance() const noexcept {
    return instance_;
  }

  [[nodiscard]] const member_state& state() const noexcept {
    return state_;
  }

  /// The number of its process.
  [[nodiscard]] uint32_t process() const noexcept {
    return starts_;
  }

  [[nodiscard]] std::size_t place() const noexcept {
    return settings_.place;
  }

  [[nodiscard]] world& around() noexcept {
    return world_;
  }

  /// What its clock shows.
  [[nodiscard]] moment own_time() const;

  // -- its fate ---------------------------------------------------------------

  void start();
  void crash();

  /// Ends the process just before it carries out the so-many-th effect from now.
  void crash_at_effect(uint32_t number) noexcept {
    crash_in_ = number;
  }

  void pause();
  void resume();
  void drain();

  // -- what reaches it --------------------------------------------------------

  /// An event, now; or when it wakes up, if it is paused.
  void receive(const member_event& event);

  /// Something that this very process does later. It does not where it has ended, and does it when
  /// it wakes up where it is paused.
  void later(virtual_time delay, std::function<void()> what);

  /// A statement to the history: `call` happens there, `answer` is what this process is told.
  template <class Call, class Answer>
  void ask(Call call, Answer answer);

  /// A client hands it a run.
  void submit(const std::string& run, const std::string& pool);

  /// A client wants a run cancelled.
  void cancel(const std::string& run);

private:
  void tell(const member_event& event);
  void plant(const member_event& event);
  void end_process();
  void wake_in_time();

  /// What has completed has written all its pages.
  void check_pages(const std::vector<run_hold>& ended);

  // -- effects ----------------------------------------------------------------

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
  void carry_out(const effects::start_run& x);
  void carry_out(const effects::extend_run& x);
  void carry_out(const effects::stop_run& x);
  void carry_out(const effects::drop_run& x);
  void carry_out(const effects::discard_result& x);
  void carry_out(const effects::ask_port& x);
  void carry_out(const effects::ask_peer& x);
  void carry_out(const effects::answer_peer& x);
  void carry_out(const effects::kick_peer& x);
  void carry_out(const effects::say_bye& x);
  void carry_out(const effects::tell_isolated& x);
  void carry_out(const effects::tell_verdict& x);
  void carry_out(const effects::leave& x);

  using question = std::tuple<std::string, std::string, uint64_t>;

  world& world_;
  node_settings settings_;
  uint32_t starts_ = 0;
  bool lives_ = false;
  bool paused_ = false;
  uint32_t crash_in_ = 0; ///< 0: it does not
  std::string instance_;
  member_state state_;
  moment wakes_at_;
  std::map<run_hold, std::shared_ptr<work>> works_;
  std::set<question> questions_;             ///< to peers, unanswered
  std::deque<std::function<void()>> missed_; ///< while it is paused
};

} // namespace faucet::sim
