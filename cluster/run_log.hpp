#pragma once

#include "actors/run_plan.hpp"
#include "cluster/run_journal.hpp"
#include "state/history/run_claim.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// What one execution of a run has to say, in words.
class run_log {
public:
  run_log() = default;

  /// `journal` may be none: then nobody listens.
  run_log(std::shared_ptr<run_journal> journal, std::string run)
    : journal_(std::move(journal)), run_(std::move(run)) {
    // nop
  }

  void begins(const claimed_run& run) const;

  /// What its rows do, and what its drivers warn of. What the plan told others it goes on telling.
  void follow(run_plan& plan) const;

  void ends(const run_end& how) const;

  void note(std::string_view level, const std::string& text) const;

private:
  std::shared_ptr<run_journal> journal_;
  std::string run_;
};

} // namespace faucet
