#pragma once

#include "actors/messages.hpp"

#include <caf/typed_event_based_actor.hpp>

#include <string>
#include <vector>

namespace faucet {

/// Keeps one live line an invocation at the bottom of the terminal, of those that reported last.
class progress_line_state {
public:
  static inline constexpr const char* name = "progress_line";

  explicit progress_line_state(progress_listener::pointer self) : self_(self) {
    // nop
  }

  /// Removes the lines, so that what comes next stands where they stood.
  ~progress_line_state();

  progress_listener::behavior_type make_behavior();

private:
  struct line {
    progress shown;
    uint64_t updated; ///< counts reports
  };

  void update(const progress& x);
  void draw();
  void erase();

  progress_listener::pointer self_;
  std::vector<line> rows_; ///< in the order in which they first reported
  uint64_t reports_ = 0;
  size_t drawn_ = 0; ///< lines on the screen
};

/// Draws on stderr, which must be a terminal.
progress_listener::behavior_type
progress_line(progress_listener::stateful_pointer<progress_line_state> self);

/// "row-0: 1,234,567 in, 1,234,000 out, 812,345/s, 1.5 s"
std::string line_of(const progress& x);

} // namespace faucet
