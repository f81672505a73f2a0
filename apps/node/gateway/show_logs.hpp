#pragma once

#include "apps/node/gateway/api_call.hpp"

namespace faucet {

/// GET /v1/runs/{id}/logs: a stream of events, or with `?format=` the lines that are stored.
api_expected<api_reply> show_logs(const api_call& call);

} // namespace faucet
