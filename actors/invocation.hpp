#pragma once

#include "actors/messages.hpp"

#include <caf/typed_event_based_actor.hpp>

#include <atomic>
#include <chrono>
#include <deque>
#include <limits>
#include <memory>

namespace faucet {

/// What an invocation moves, and between whom.
struct invocation_parts {
  std::string row;
  std::string source_type;
  std::string sink_type;
  std::string state_key;
  source_actor source;
  transform_actor transforms; ///< none = pages go to the sink as they are
  sink_actor sink;
  store_actor store;          ///< none = no checkpoints
  progress_listener listener; ///< none = nobody listens

  /// Tells the drivers to stop waiting.
  std::shared_ptr<std::atomic<bool>> stop = std::make_shared<std::atomic<bool>>(false);

  /// Records after which the run counts as complete.
  uint64_t limit = std::numeric_limits<uint64_t>::max();
};

/// Moves pages in order. For a page with a bookmark the order is fixed: write, flush, checkpoint,
/// and only then the next page, so that a crash replays at most one. Several pages are under way
/// at once otherwise; the source reads ahead only as far as it has credit.
class invocation_state {
public:
  static inline constexpr const char* name = "invocation";

  explicit invocation_state(invocation_actor::pointer self) : self_(self) {
    // nop
  }

  invocation_actor::behavior_type make_behavior(invocation_parts parts);

private:
  // -- steps, in the order they run -------------------------------------------

  caf::result<invocation_report> start();
  void load_position();
  void open_source(std::optional<bookmark> position);
  void open_transforms();
  void open_sink();
  void pull();
  void accept(const pulled& answer);
  void transform_page(const page& rows);
  void enqueue(page rows);
  void advance();
  void write(const page& rows);
  void flush(const bookmark& position);
  void checkpoint(const bookmark& position);
  void page_done();
  void close();
  void finish();

  // -- ends -------------------------------------------------------------------

  /// Stops behind the page that is being written.
  void cancel();

  /// Whatever was read before the failure is still written.
  void fail_reading(const caf::error& reason);

  /// Nothing behind the failed page is written.
  void fail_page(const caf::error& reason);

  void fail(const caf::error& reason);

  void report_progress();
  [[nodiscard]] std::chrono::milliseconds elapsed() const;

  // -- member variables -------------------------------------------------------

  invocation_actor::pointer self_;
  invocation_parts parts_;
  caf::typed_response_promise<invocation_report> answer_;
  invocation_report report_;
  std::deque<page> queue_;  ///< ready for the sink, in order
  size_t pulls_ = 0;        ///< asked of the source, unanswered
  size_t transforming_ = 0; ///< at the transforms, unanswered
  size_t writing_ = 0;      ///< at the sink, unanswered
  uint64_t offered_ = 0;    ///< records handed to the sink
  bool resuming_ = false;   ///< a position was stored before
  bool sink_opened_ = false;
  bool checkpointing_ = false; ///< a page with a bookmark is on its way
  bool ended_ = false;         ///< nothing more is taken from the source
  bool dropping_ = false;      ///< what comes back from the transforms is not written
  bool closing_ = false;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point reported_;
};

invocation_actor::behavior_type
invocation(invocation_actor::stateful_pointer<invocation_state> self, invocation_parts parts);

} // namespace faucet
