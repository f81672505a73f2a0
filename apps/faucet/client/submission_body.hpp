#pragma once

#include "config/params.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// What somebody wants a node to run.
struct wanted_run {
  std::string file;
  given_params params;
  std::string name;
  std::string pool;
  std::vector<std::string> labels; ///< KEY=VALUE
  std::string idempotency_key;
  std::string clock;
  std::optional<uint64_t> timeout_secs;
  std::optional<uint64_t> concurrency;
  bool doctor_first = false;
};

/// The body of `POST /v1/runs`. The file is sent as it is; with params it is sent as JSON, in which
/// each that was given is the default of its declaration. Values of secret params go beside it, so
/// that the node seals them.
expected<std::string> submission_body(const wanted_run& x);

} // namespace faucet
