#pragma once

#include "config/environment.hpp"
#include "config/params.hpp"
#include "config/pipeline_spec.hpp"
#include "config/run_clock.hpp"
#include "model/error.hpp"

#include <optional>
#include <string>

namespace faucet {

/// What a run brings to its pipeline file.
struct load_settings {
  given_params params;
  std::optional<run_clock> clock; ///< the present unless set
  environment variables;
  bool validate_only = false; ///< missing parameters take placeholders where none is given
};

/// Reads, interpolates and checks a pipeline file. Messages name it as `path` does.
expected<pipeline_spec> load_pipeline(const std::string& path, const load_settings& settings);

/// The same from a document that is parsed already; `file_name` gives the default name.
expected<pipeline_spec> read_pipeline(node document, const std::string& file_name,
                                      const load_settings& settings);

/// The pipeline file of a folder when none is named: faucet.yaml, faucet.yml or faucet.json.
expected<std::string> find_pipeline_file(const std::string& folder = ".");

} // namespace faucet
