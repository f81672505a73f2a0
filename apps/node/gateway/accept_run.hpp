#pragma once

#include "apps/node/gateway/api_call.hpp"

namespace faucet {

/// POST /v1/runs: checks everything that can be checked, then stores the run. What is answered with
/// 202 is in the history.
api_expected<api_reply> accept_run(const api_call& call);

/// How many runs wait, in all pools and wherever they were submitted.
api_expected<uint64_t> waiting_runs(const api_call& call);

} // namespace faucet
