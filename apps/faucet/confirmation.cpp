#include "apps/faucet/confirmation.hpp"

#include <CLI/CLI.hpp>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <string>

namespace faucet {

void add_change_flags(CLI::App& command, change_flags& into) {
  command.add_flag("-y,--yes", into.yes, "Do it without asking");
  command.add_flag("--dry-run", into.dry_run, "Only tell what would be changed");
  command.add_flag("--force", into.force,
                   "Also while a run holds the row; only where that run is known to be gone");
  command.add_flag("--json", into.json, "One JSON document");
}

expected<bool> confirmed(const change_flags& flags) {
  if (flags.yes) {
    return true;
  }
  if (::isatty(STDIN_FILENO) != 1 || ::isatty(STDERR_FILENO) != 1) {
    return fail(ec::invalid_config,
                "this changes what is stored; say --yes, or --dry-run to only see what it does");
  }
  std::fflush(stdout);
  std::fputs("Go on? [y/N] ", stderr);
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

} // namespace faucet
