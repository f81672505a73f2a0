#pragma once

#include "actors/messages.hpp"
#include "cluster/run_journal.hpp"
#include "state/history/open_history.hpp"

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

#include <memory>
#include <vector>

namespace faucet {

/// Writes down what runs log, a few times a second.
using journal_actor = caf::typed_actor<
  // Its own reminder.
  caf::reacts_to<atom::write>,
  // Writes all that waits; answers when it is durable, or when the history does not take it.
  caf::replies_to<atom::flush>::with<atom::done>>;

class journal_keeper {
public:
  static inline constexpr const char* name = "journal";

  explicit journal_keeper(journal_actor::pointer self) : self_(self) {
    // nop
  }

  journal_actor::behavior_type make_behavior(std::shared_ptr<run_journal> journal,
                                             std::shared_ptr<history> opened);

private:
  /// One batch; false where nothing is left, or the history does not answer.
  bool write_some();

  void remind();

  journal_actor::pointer self_;
  std::shared_ptr<run_journal> journal_;
  std::shared_ptr<history> history_;
  std::vector<run_lines> unwritten_; ///< a batch that was not answered; it is told again
};

/// Keeps the journal of one node. The history is its alone, and blocks: spawn it detached. What a
/// run logs is not worth a run: a batch that the history refuses for good is dropped and counted.
journal_actor::behavior_type keep_journal(journal_actor::stateful_pointer<journal_keeper> self,
                                          std::shared_ptr<run_journal> journal,
                                          std::shared_ptr<history> opened);

} // namespace faucet
