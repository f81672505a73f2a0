#pragma once

#include "apps/faucet/confirmation.hpp"
#include "apps/program/exit_code.hpp"
#include "config/secret_mask.hpp"
#include "state/row_edit.hpp"
#include "state/row_homes.hpp"

#include <functional>
#include <string>
#include <vector>

namespace faucet {

/// The key of a row, or of the child that `parent_key` means where it is not empty.
expected<std::string> child_or_row_key(const row_home& home, const std::string& parent_key);

/// The failure where a key no longer holds what was shown.
tl::unexpected<error> changed_meanwhile(const std::string& key);

/// A store that is changed, and whose runs are in the way.
struct changed_store {
  state_store& store;
  row_edit::request edit;
};

/// A change of what stores hold.
struct state_change {
  const change_flags& flags;
  std::vector<changed_store> stores;
  const secret_mask& secrets;
  std::vector<std::string>& warnings; ///< told on stderr, those that come up included
};

/// What a command does at each step of a change.
struct change_steps {
  std::function<void()> show;                      ///< prints the plan for a person
  std::function<std::string(bool applied)> report; ///< JSON of what was done
  std::function<expected<void>()> apply;           ///< while no run may start
};

/// Refuses while a run is in the way, shows, asks, applies and reports.
exit_code carry_out(const state_change& change, const change_steps& steps);

} // namespace faucet
