#pragma once

#include "model/page.hpp"

#include <cstdint>
#include <deque>
#include <optional>

namespace faucet {

/// Where the pages of one invocation are, and what may be done next. Pure bookkeeping: the
/// invocation asks, acts, and tells what came of it.
///
/// Bounded: no more pages than `pages_in_flight` are between the source and the end of their
/// checkpoint. A page with a bookmark, where bookmarks are kept, is alone at the sink until it is
/// checkpointed, so that a crash replays at most one page.
class page_flow {
public:
  struct rules {
    bool transforms = false;  ///< pages pass transforms
    bool checkpoints = false; ///< bookmarks are kept
    uint64_t limit;           ///< records to write at most
  };

  explicit page_flow(const rules& how) : rules_(how) {
    // nop
  }

  // -- what may be done next; a page or a credit that is given out is under way ---

  /// True where one more page may be asked of the source.
  bool take_credit();

  /// The page to send to the transforms.
  std::optional<page> take_for_transforms();

  /// True where the next part of the page at the transforms is to be asked for.
  bool take_next_part();

  /// The page to send to the sink.
  std::optional<page> take_for_sink();

  /// True while the page at the sink is to be flushed and checkpointed.
  [[nodiscard]] bool checkpointing() const noexcept {
    return checkpointing_;
  }

  /// True where nothing more comes from the source and no page is under way.
  [[nodiscard]] bool finished() const noexcept;

  /// True where the source has ended and all that is left is at the sink.
  [[nodiscard]] bool all_handed_over() const noexcept;

  /// True where nothing more is wanted of the source.
  [[nodiscard]] bool ended() const noexcept {
    return ended_;
  }

  // -- what came of it --------------------------------------------------------

  /// The source answered. True where the page is taken, false where it comes too late.
  bool read(const page& rows, bool last);
  void reading_failed();

  /// The transforms answered.
  void transformed(const page& rows, bool more);
  void transforming_failed();

  /// The sink has the page; where it is to be checkpointed, that is done next.
  void written();
  void checkpointed();

  /// The sink refused the page.
  void writing_failed();

  /// The page is written, but not safely.
  void checkpointing_failed();

  /// Nothing more is wanted of the source; what was read goes on.
  void end() noexcept {
    ended_ = true;
  }

  /// Nothing more is wanted of anybody; what the sink has not got is forgotten.
  void drop();

private:
  void enqueue(page rows);

  rules rules_;
  std::deque<page> read_;     ///< for the transforms, in order
  std::deque<page> ready_;    ///< for the sink, in order
  size_t pulling_ = 0;        ///< asked of the source
  size_t writing_ = 0;        ///< at the sink
  uint64_t offered_ = 0;      ///< records made ready for the sink
  bool transforming_ = false; ///< the transforms have not answered
  bool partly_ = false;       ///< the transforms hold more of a page
  bool checkpointing_ = false;
  bool ended_ = false;
  bool dropping_ = false;
};

} // namespace faucet
