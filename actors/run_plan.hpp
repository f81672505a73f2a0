#pragma once

#include "config/secret_mask.hpp"
#include "connectors/transform_chain.hpp"
#include "state/store.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace faucet {

/// The drivers of one row, made and checked, not yet opened.
struct invocation_plan {
  std::string row;
  std::string source_type;
  std::string sink_type;
  std::string state_key;
  std::shared_ptr<source_driver> source;
  std::vector<transform_stage> transforms;
  std::shared_ptr<sink_driver> sink;
  uint64_t limit = std::numeric_limits<uint64_t>::max(); ///< records to write
};

/// What one run does.
struct run_plan {
  std::string pipeline;
  std::vector<invocation_plan> invocations;
  std::shared_ptr<state_store> store; ///< null = nothing is remembered
  secret_mask secrets;                ///< kept out of reports and warnings

  /// Hears warnings of drivers, with the row and the type they come from. Called from any thread.
  std::function<void(const std::string& row, const std::string& type, const std::string& text)>
    warn;
};

} // namespace faucet
