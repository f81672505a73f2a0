#pragma once

#include "cluster/claimed_plan.hpp"
#include "cluster/messages.hpp"
#include "cluster/run_log.hpp"

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

#include <atomic>
#include <chrono>
#include <memory>

namespace faucet {

/// Executes one claimed run and reports to its member.
class worker_host {
public:
  static inline constexpr const char* name = "worker";

  explicit worker_host(executing_actor::pointer self) : self_(self) {
    // nop
  }

  worker_host(const worker_host&) = delete;
  worker_host& operator=(const worker_host&) = delete;

  /// Whatever it ends by: a run without its worker writes nothing more.
  ~worker_host();

  executing_actor::behavior_type make_behavior(member_actor member, claimed_run run,
                                               std::shared_ptr<const execution_place> place,
                                               write_permit::clock::time_point write_until);

private:
  // -- steps, in the order they run -------------------------------------------

  void load();
  void start(claimed_plan loaded);
  void ended(const run_report& report);
  void fail(std::string why);
  void finish(run_end end);

  // -- from outside -----------------------------------------------------------

  /// Stops at the page boundary; there is so much time.
  void stop(std::chrono::milliseconds grace);

  /// Stops without a further write.
  void give_up();

  /// It has taken as long as it may.
  void time_out();

  /// Says that the run lives, unless it has been silent for too long.
  void show_life();

  [[nodiscard]] std::chrono::steady_clock::time_point now() const;

  // -- member variables -------------------------------------------------------

  executing_actor::pointer self_;
  run_log log_;
  member_actor member_;
  claimed_run run_;
  std::shared_ptr<const execution_place> place_;
  std::shared_ptr<write_permit> permit_;
  run_actor running_; ///< none before the plan is made, and after the end
  std::optional<std::chrono::seconds> timeout_;
  bool timed_out_ = false;
  std::chrono::steady_clock::time_point moved_; ///< when the run last got on
};

executing_actor::behavior_type worker(executing_actor::stateful_pointer<worker_host> self,
                                      member_actor member, claimed_run run,
                                      std::shared_ptr<const execution_place> place,
                                      write_permit::clock::time_point write_until);

} // namespace faucet
