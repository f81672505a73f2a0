#pragma once

#include "config/load_pipeline.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace faucet {

/// The flags of every subcommand that reads a pipeline file.
struct pipeline_flags {
  std::string file; ///< empty = faucet.yaml, .yml or .json of the current folder
  std::vector<std::string> params;
  std::optional<std::string> clock;
  std::string env_file;
  bool no_env_file = false;
};

std::shared_ptr<pipeline_flags> add_pipeline_flags(CLI::App& command);

/// An option that may be repeated, with one value each time.
void add_repeated(CLI::App& command, const std::string& name, std::vector<std::string>& into,
                  const std::string& description);

/// `--param`, which may be repeated.
void add_param_flag(CLI::App& command, std::vector<std::string>& into);

/// What `--param` gives: NAME=VALUE, or NAME alone for the variable of that name in upper case.
expected<given_params> given_params_of(const std::vector<std::string>& texts);

/// The file that the flags name, or the one of the current folder.
expected<std::string> pipeline_file(const pipeline_flags& flags);

/// What else the flags say of how to read it.
expected<load_settings> settings_of(const pipeline_flags& flags, bool validate_only);

/// Reads the pipeline file that the flags name.
expected<pipeline_spec> load_pipeline(const pipeline_flags& flags, bool validate_only);

} // namespace faucet
