#pragma once

#include "actors/invocation.hpp"
#include "actors/run_plan.hpp"

namespace faucet {

class run_state {
public:
  static inline constexpr const char* name = "run";

  explicit run_state(run_actor::pointer self) : self_(self) {
    // nop
  }

  run_actor::behavior_type make_behavior(run_plan plan, progress_listener listener);

private:
  // -- steps, in the order they run -------------------------------------------

  caf::result<run_report> start();
  void spawn_invocations();
  invocation_actor spawn_invocation(const invocation_plan& plan, const store_actor& store);
  void ended(size_t index, invocation_report report);
  void finish();

  void cancel();

  // -- member variables -------------------------------------------------------

  run_actor::pointer self_;
  run_plan plan_;
  progress_listener listener_;
  store_actor store_;
  std::vector<invocation_actor> invocations_;
  caf::typed_response_promise<run_report> answer_;
  run_report report_;
  size_t running_ = 0;
  bool cancelled_ = false;
};

/// Runs a plan once, answers `start` with how it ended, and is gone. Drivers get threads of their
/// own. `listener` may be empty.
run_actor::behavior_type run(run_actor::stateful_pointer<run_state> self, run_plan plan,
                             progress_listener listener);

} // namespace faucet
