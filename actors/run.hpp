#pragma once

#include "actors/defaults.hpp"
#include "actors/invocation.hpp"
#include "actors/opened_tables.hpp"
#include "actors/row_schedule.hpp"
#include "actors/run_plan.hpp"
#include "actors/spawn_invocation.hpp"
#include "actors/target_claims.hpp"

#include <chrono>
#include <map>

namespace faucet {

/// Runs the rows of a plan, as many at a time as allowed, in the order that the schedule says.
class run_state {
public:
  static inline constexpr const char* name = "run";

  explicit run_state(run_actor::pointer self) : self_(self), schedule_({}, {}) {
    // nop
  }

  run_actor::behavior_type make_behavior(run_plan plan, progress_listener listener);

private:
  using unit = row_schedule::unit;

  /// What becomes of a row.
  struct row_progress {
    std::vector<invocation_name> names;
    std::vector<parent_values> origins; ///< of a child row: the record behind each name
    std::shared_ptr<capture_budget> budget;
    std::vector<std::vector<parent_values>> captured; ///< one list an invocation that succeeded
    std::vector<std::optional<invocation_report>> reports;
    std::vector<invocation_report> others; ///< of what was not started
  };

  // -- steps, in the order they run -------------------------------------------

  caf::result<run_report> start();
  void advance();
  void unfold(size_t row);
  /// Keeps that children were refused, or that none is any more.
  void note_refusals(const row_plan& row, const std::vector<invocation_name>& names);
  void keep_refusals(const row_plan& row, const invocation_report& how);
  void note_omissions();
  void start_unit(const unit& which);
  expected<shared_parts> shared_with(const unit& which) const;
  expected<invocation_plan> drivers_of(const unit& which);
  void fail_unit(const unit& which, error why);
  void ended(const unit& which, invocation_report report);
  void note_end(const unit& which, invocation_report report);
  void tell_end(const invocation_report& report) const;
  void close_letters(size_t index);
  void finish();

  void cancel(std::chrono::milliseconds grace);
  void cancel_running();

  invocation_report blank_report(const unit& which) const;

  // -- member variables -------------------------------------------------------

  run_actor::pointer self_;
  run_plan plan_;
  progress_listener listener_;
  row_schedule schedule_;
  std::vector<row_progress> rows_;
  target_claims targets_;
  std::shared_ptr<opened_tables> tables_ = std::make_shared<opened_tables>();
  std::vector<expected<store_actor>> stores_;
  std::vector<expected<sink_actor>> letter_sinks_;
  std::map<std::pair<size_t, size_t>, invocation_actor> running_;
  caf::typed_response_promise<run_report> answer_;
  std::shared_ptr<std::atomic<bool>> cancelled_ = std::make_shared<std::atomic<bool>>(false);
  std::chrono::milliseconds grace_ = defaults::cancel_grace; ///< of those that are cancelled
  size_t unkept_ = 0; ///< questions to stores that wait for an answer
  bool finishing_ = false;
};

/// Runs a plan once, answers `start` with how it ended, and is gone. Drivers get threads of their
/// own. `listener` may be empty.
run_actor::behavior_type run(run_actor::stateful_pointer<run_state> self, run_plan plan,
                             progress_listener listener);

} // namespace faucet
