#include "apps/faucet/selection_flags.hpp"

#include "apps/program/option_checks.hpp"

#include <CLI/CLI.hpp>

namespace faucet {

namespace {

template <class T>
CLI::Option* add_list(CLI::App& command, const char* flag, std::vector<T>& into,
                      const char* variable, const char* help) {
  return command.add_option(flag, into, help)
    ->envname(variable)
    ->delimiter(',')
    ->take_all()
    ->allow_extra_args(false);
}

} // namespace

std::shared_ptr<selection_flags> add_selection_flags(CLI::App& command) {
  auto flags = std::make_shared<selection_flags>();
  add_list(command, "--select", flags->select, "FAUCET_SELECT",
           "Only these rows, whatever their status");
  add_list(command, "--only", flags->only, "",
           "Only rows whose ids match: * is any text, ? one character");
  add_list(command, "--skip", flags->skip, "FAUCET_SKIP", "Not these rows, by id or pattern");
  add_list(command, "--tag", flags->tags, "FAUCET_TAGS", "Only rows with one of these tags");
  add_list(command, "--status", flags->status, "FAUCET_STATUS",
           "Rows of these tiers, too: available, draft, archived")
    ->transform(one_of<tier>());
  command
    .add_option("--include-parents", flags->include_parents,
                "Rows that a selected row waits for: off, eligible or all")
    ->envname("FAUCET_INCLUDE_PARENTS")
    ->transform(one_of<parent_policy>());
  return flags;
}

} // namespace faucet
