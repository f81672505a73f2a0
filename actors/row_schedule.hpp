#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// Which invocations of a run may start now, and which never will. Pure bookkeeping: the run asks,
/// acts, and tells what came of it.
///
/// A root row is one invocation. A child row is one invocation for each record of its parent; how
/// many, is known once all of the parent has ended. Rows are told apart by their index, which is
/// their place in the pipeline file.
class row_schedule {
public:
  struct scheduled_row {
    std::string id; ///< for reasons
    std::optional<size_t> parent;
    std::vector<size_t> depends_on; ///< all of them must succeed wholly
    double weight = 0;
  };

  struct rules {
    size_t max_concurrent = 1;    ///< invocations at a time
    bool stop_on_failure = false; ///< the first failure ends the run
    bool heaviest_first = false;  ///< by weight, else by place in the file
  };

  /// One invocation: its row, and its number among those of the row.
  struct unit {
    size_t row;
    size_t number;

    friend bool operator==(const unit&, const unit&) = default;
  };

  /// What will not be run of a row, and why.
  struct omission {
    size_t row;
    size_t invocations; ///< 0 = the row as a whole, or for some records of its parent
    std::string reason;
    bool cancelled; ///< the user stopped the run, else something failed
  };

  /// Parents and dependencies must make no circle.
  row_schedule(std::vector<scheduled_row> rows, const rules& how);

  // -- what to do next --------------------------------------------------------

  /// A child row whose parent has ended: how many invocations it has, is to be told.
  std::optional<size_t> take_row_to_unfold();

  /// An invocation to start; it counts as running.
  std::optional<unit> take_unit();

  /// What was given up since this was asked last.
  std::vector<omission> take_omissions();

  /// True where what is running is to be cancelled.
  [[nodiscard]] bool stopped() const noexcept {
    return stopped_;
  }

  /// True where nothing is running and nothing will be.
  [[nodiscard]] bool finished() const noexcept;

  // -- what came of it --------------------------------------------------------

  void unfolded(size_t row, size_t invocations);

  void succeeded(const unit& which);
  void failed(const unit& which);
  void cancelled(const unit& which);

  /// The user wants no more.
  void cancel();

private:
  enum class phase { waiting, to_unfold, unfolding, open, ended };

  struct progress {
    phase where = phase::waiting;
    size_t invocations = 0;
    size_t started = 0;
    size_t running = 0;
    size_t succeeded = 0;
    bool whole = true; ///< nothing of it failed or was left out
  };

  void unit_ended(const unit& which, bool well);
  void note_failure(size_t row);
  void give_up(size_t row, std::string reason, bool by_user);
  void give_up_all(const std::string& reason, bool by_user);
  void settle();
  void settle(size_t row);
  void end_where_done(size_t row);

  std::vector<scheduled_row> rows_;
  std::vector<progress> state_;
  std::vector<size_t> order_; ///< in which rows are served
  std::vector<omission> omissions_;
  rules rules_;
  size_t running_ = 0;
  bool stopped_ = false;
};

} // namespace faucet
