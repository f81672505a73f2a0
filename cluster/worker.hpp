#pragma once

#include "cluster/claimed_plan.hpp"
#include "cluster/messages.hpp"

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

namespace faucet {

/// Executes one claimed run and reports to its member.
class worker_host {
public:
  static inline constexpr const char* name = "worker";

  explicit worker_host(executing_actor::pointer self) : self_(self) {
    // nop
  }

  executing_actor::behavior_type make_behavior(member_actor member, claimed_run run,
                                               std::shared_ptr<const execution_place> place,
                                               write_permit::clock::time_point write_until);

private:
  void load(const std::shared_ptr<const execution_place>& place);
  void start(run_plan plan);
  void stop();
  void give_up();
  void show_life();
  void fail(std::string why);
  void finish(run_end end);

  executing_actor::pointer self_;
  member_actor member_;
  claimed_run run_;
  std::shared_ptr<write_permit> permit_;
  run_actor running_; ///< none before the plan is made, and after the end
  bool stops_ = false;
};

executing_actor::behavior_type worker(executing_actor::stateful_pointer<worker_host> self,
                                      member_actor member, claimed_run run,
                                      std::shared_ptr<const execution_place> place,
                                      write_permit::clock::time_point write_until);

} // namespace faucet
