#pragma once

#include "apps/faucet/client/node_client.hpp"
#include "apps/program/exit_code.hpp"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

namespace faucet {

/// Watches a run through one node until it has ended.
class run_watch {
public:
  /// `interrupted` ends the watch early; the run goes on. Lines are printed as JSON, or as text.
  run_watch(const node_client& node, std::string run, const std::atomic<bool>& interrupted,
            bool as_json = false)
    : node_(node), run_(std::move(run)), interrupted_(interrupted), as_json_(as_json) {
    // nop
  }

  /// Prints what the run has logged so far, on stdout.
  expected<void> print();

  /// Prints what the run logs, from its beginning, until it has ended.
  expected<void> follow();

  /// Waits until the run has ended; what it shows then. Nothing where the watch was interrupted.
  expected<std::optional<node>> wait();

private:
  expected<bool> print_lines();
  expected<node> look();

  /// Asks again where the node does not answer, for a while.
  template <class Question>
  auto ask(Question question) -> decltype(question());
  void pause() const;

  const node_client& node_;
  std::string run_;
  const std::atomic<bool>& interrupted_;
  bool as_json_;
  uint64_t printed_ = 0; ///< the number of the last line
};

/// How to exit for a run that ended so; says on stderr what went wrong.
exit_code exit_code_of_run(const node& run);

} // namespace faucet
