#pragma once

#include "actors/messages.hpp"
#include "actors/page_flow.hpp"

#include <caf/typed_event_based_actor.hpp>

#include <atomic>
#include <chrono>
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

  /// Tells the source to stop waiting: nobody wants another page.
  std::shared_ptr<std::atomic<bool>> stop = std::make_shared<std::atomic<bool>>(false);

  /// Tells transforms and sink to stop waiting: the run is cancelled.
  std::shared_ptr<std::atomic<bool>> cancelled = std::make_shared<std::atomic<bool>>(false);

  /// Records after which the run counts as complete.
  uint64_t limit = std::numeric_limits<uint64_t>::max();
};

/// Moves pages in order. For a page with a bookmark the order is fixed: write, flush, checkpoint.
/// What may be under way at once is the flow's to say.
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
  void load_position();
  void open_source(std::optional<bookmark> position);
  void open_transforms();
  void open_sink();
  void advance();
  void pull();
  void transform_page(const page& rows);
  void transform_next_part();
  void accept(const transformed& changed);
  void write(const page& rows);
  void flush(const bookmark& position);
  void checkpoint(const bookmark& position);
  void page_done();
  void close();
  void finish();

  // -- ends -------------------------------------------------------------------

  /// Stops behind the page that is being written.
  void cancel();

  void fail_transforming(const caf::error& reason);
  void fail_checkpoint(const caf::error& reason);

  /// The first failure is the one that is reported.
  void fail(const caf::error& reason);

  /// The first failure counts. A driver that gave up waiting as the run was cancelled has not
  /// failed.
  void note_failure(const caf::error& reason);

  void report_progress();
  [[nodiscard]] std::chrono::milliseconds elapsed() const;

  // -- member variables -------------------------------------------------------

  invocation_actor::pointer self_;
  invocation_parts parts_;
  caf::typed_response_promise<invocation_report> answer_;
  invocation_report report_;
  page_flow flow_;
  bool resuming_ = false; ///< a position was stored before
  bool sink_opened_ = false;
  bool closing_ = false;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point reported_;
};

invocation_actor::behavior_type
invocation(invocation_actor::stateful_pointer<invocation_state> self, invocation_parts parts);

} // namespace faucet
