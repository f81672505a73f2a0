#pragma once

#include "model/error.hpp"

namespace CLI {
class App;
} // namespace CLI

namespace faucet {

/// How a command that changes what is stored is allowed to.
struct change_flags {
  bool yes = false;     ///< do not ask
  bool dry_run = false; ///< only tell what would be changed
  bool force = false;   ///< also where a run holds the lease
  bool json = false;
};

void add_change_flags(CLI::App& command, change_flags& into);

/// Asks on the terminal, unless it was told before. Without a terminal the change is refused.
expected<bool> confirmed(const change_flags& flags);

} // namespace faucet
