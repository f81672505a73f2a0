#pragma once

#include "apps/node/gateway/api_call.hpp"

namespace faucet {

api_expected<api_reply> list_runs(const api_call& call);   ///< GET /v1/runs
api_expected<api_reply> show_run(const api_call& call);    ///< GET /v1/runs/{id}
api_expected<api_reply> show_config(const api_call& call); ///< GET /v1/runs/{id}/config

} // namespace faucet
