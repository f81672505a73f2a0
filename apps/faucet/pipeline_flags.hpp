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

/// Reads the pipeline file that the flags name.
expected<pipeline_spec> load_pipeline(const pipeline_flags& flags, bool validate_only);

} // namespace faucet
