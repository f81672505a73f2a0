#pragma once

#include "model/error.hpp"

#include <functional>
#include <string>

namespace faucet {

/// A pipeline and what is asked of it, exactly as whoever claims the run will find them.
struct submitted_pipeline {
  std::string config;  ///< its text
  std::string format;  ///< "yaml" or "json"
  std::string details; ///< an object: clock, timeout_secs, concurrency, selection, depends_on …
};

/// What a check found.
struct checked_pipeline {
  std::string name;       ///< what the pipeline calls itself; empty where it does not
  std::string pool;       ///< its `pool:`; empty where it has none
  std::string selection;  ///< in canonical form: "select=a,b", or "default"
  std::string depends_on; ///< in canonical form; empty where nothing was asked for
  std::string forbidden;  ///< why it may not run here, all else unknown; empty where it may
};

/// What probes found.
struct probed_pipeline {
  std::string report; ///< a JSON object: what was probed
  std::string unwell; ///< how probes failed; empty where none did
};

/// Does all that a claimer does before it opens anything, so that whatever is wrong with a pipeline
/// is told when it is submitted: unknown connectors, options, rows, references that lead nowhere.
/// Failures name the line; `unavailable` says that the answer is not known. Called from several
/// threads at once.
using pipeline_check = std::function<expected<checked_pipeline>(const submitted_pipeline&)>;

/// Probes all that the root rows of a pipeline need; for one that was checked. As above otherwise.
using pipeline_probe = std::function<expected<probed_pipeline>(const submitted_pipeline&)>;

} // namespace faucet
