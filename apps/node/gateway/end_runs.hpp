#pragma once

#include "apps/node/gateway/api_call.hpp"

namespace faucet {

api_expected<api_reply> cancel_run(const api_call& call); ///< POST /v1/runs/{id}/cancel
api_expected<api_reply> delete_run(const api_call& call); ///< DELETE /v1/runs/{id}

} // namespace faucet
