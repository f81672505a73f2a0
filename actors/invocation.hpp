#pragma once

#include "actors/dead_letters.hpp"
#include "actors/messages.hpp"
#include "actors/page_flow.hpp"
#include "actors/row_session.hpp"
#include "actors/row_tally.hpp"

#include <caf/typed_event_based_actor.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>

namespace faucet {

/// Where the records go that the sink cannot write. The actor may serve many invocations: it is
/// flushed by each and closed by none.
struct dead_letter_parts {
  sink_actor sink;
  dead_letter_rules rules;
};

/// What an invocation moves, and between whom.
struct invocation_parts {
  std::string row;
  std::optional<std::string> parent_key;
  std::string run_id;
  std::string source_type;
  std::string sink_type;
  row_memory memory; ///< no store = no checkpoints
  source_actor source;
  transform_actor transforms; ///< none = pages go to the sink as they are
  sink_actor sink;
  std::optional<dead_letter_parts> letters; ///< none = a record that cannot be written is a failure
  progress_listener listener;               ///< none = nobody listens
  std::shared_ptr<row_tally> tally;         ///< none = nobody counts

  /// The sink replaces everything when it has succeeded: until then no bookmark is stored.
  bool overwrites = false;

  /// With overwrites: only a sample is written, so what is there stays.
  bool sample = false;

  /// Takes what the sink has accepted, for the rows below; may refuse more. May be empty.
  std::function<expected<void>(const page&, const std::vector<rejected_row>&)> capture;

  secret_mask secrets; ///< kept out of what the store is told of a failure

  std::function<void(const std::string&)> warn = [](const std::string&) {};

  /// Tells the source to stop waiting: nobody wants another page.
  std::shared_ptr<std::atomic<bool>> stop = std::make_shared<std::atomic<bool>>(false);

  /// Tells transforms and sink to stop waiting: the run is cancelled.
  std::shared_ptr<std::atomic<bool>> cancelled = std::make_shared<std::atomic<bool>>(false);

  /// Records after which the run counts as complete.
  uint64_t limit = std::numeric_limits<uint64_t>::max();
};

/// Moves pages in order. For a page with a bookmark the order is fixed: write the page, then its
/// dead letters, flush the dead letters, flush the sink, checkpoint. What may be under way at once
/// is the flow's to say.
class invocation_state {
public:
  static inline constexpr const char* name = "invocation";

  explicit invocation_state(invocation_actor::pointer self) : self_(self), flow_({.limit = 0}) {
    // nop
  }

  invocation_actor::behavior_type make_behavior(invocation_parts parts);

private:
  // -- steps, in the order they run -------------------------------------------

  caf::result<invocation_report> start();
  void begin_session();
  void open_letters();
  void open_source();
  void open_transforms();
  void open_sink();
  void advance();
  void pull();
  void transform_page(const page& rows);
  void transform_next_part();
  void accept(const transformed& changed);
  void write(const page& rows);
  void written(const page& rows, const write_result& result);
  void refused(const page& rows, const caf::error& reason);
  void write_letters(const page& letters, const std::optional<bookmark>& position);
  void at_sink(const std::optional<bookmark>& position);
  void flush_letters(const bookmark& position);
  void flush(const bookmark& position);
  void checkpoint(const bookmark& position);
  void page_done();
  void close();
  void close_letters();
  void close_sink();
  /// Corrects what was counted as written by what the closed sink has not kept.
  void settle(std::function<void()> then);
  void store_held_position();
  void finish();
  void leave();

  // -- ends -------------------------------------------------------------------

  /// Stops behind the page that is being written, and waits that long for whoever does not answer.
  void cancel(std::chrono::milliseconds grace);

  /// Has the reminder that it has waited long enough come then.
  void forsake_after(std::chrono::milliseconds wait);

  /// Cancelled, it has waited long enough: ends without whoever does not answer. The bookmark stays
  /// where it is, the lease is left to expire; a sink that does answer is closed.
  void forsake();

  /// Ends without an answer of the sink.
  void leave_sink();

  /// Whoever is waited for, in words; empty where nobody is.
  [[nodiscard]] std::string unanswered() const;

  /// Somebody else may write the row's bookmark now: stops like cancel, and fails.
  void lost(const error& why);

  void fail_transforming(const caf::error& reason);
  void fail_writing(const error& reason);
  void fail_checkpoint(const error& reason);

  /// The first failure is the one that is reported.
  void fail(const error& reason);

  /// The first failure counts. A driver that gave up waiting as the run was cancelled has not
  /// failed.
  void note_failure(const error& reason);

  /// Counts, where somebody does.
  template <class F>
  void count(F&& f) const {
    if (parts_.tally) {
      std::forward<F>(f)(*parts_.tally);
    }
  }

  /// Why, counted.
  [[nodiscard]] error letters_failed(const caf::error& reason) const;
  void count_bookmark() const;
  void stop_reading();
  void report_progress();
  [[nodiscard]] std::chrono::milliseconds elapsed() const;

  // -- member variables -------------------------------------------------------

  invocation_actor::pointer self_;
  invocation_parts parts_;
  caf::typed_response_promise<invocation_report> answer_;
  invocation_report report_;
  page_flow flow_;
  struct {
    size_t source = 0; ///< but for pages, which nobody waits for once the run is cancelled
    size_t transforms = 0;
    size_t sink = 0;
    size_t letters = 0;
  } unanswered_; ///< requests
  std::optional<row_session> session_;
  std::optional<dead_letters> letters_;
  std::optional<under_way_mark> under_way_; ///< where somebody counts
  struct {
    uint64_t records = 0;
    uint64_t pages = 0;
  } flushed_;                    ///< what surely is kept
  std::optional<bookmark> held_; ///< of a sink that overwrites: stored when it has succeeded
  bool resuming_ = false;        ///< a position was stored before
  bool letters_waiting_ = false; ///< written, not flushed
  bool sink_opened_ = false;
  bool closing_ = false;
  bool closing_sink_ = false;
  bool moved_ = false;                 ///< all is done but for the lease and the status
  bool forsaken_ = false;              ///< somebody is not waited for any more
  std::chrono::milliseconds grace_{0}; ///< once it is cancelled
  std::chrono::steady_clock::time_point forsake_at_;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point reported_;
};

invocation_actor::behavior_type
invocation(invocation_actor::stateful_pointer<invocation_state> self, invocation_parts parts);

} // namespace faucet
