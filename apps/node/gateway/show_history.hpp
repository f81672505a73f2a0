#pragma once

#include "apps/node/gateway/api_call.hpp"

namespace faucet {

api_expected<api_reply> show_events(const api_call& call); ///< GET /v1/runs/{id}/events
api_expected<api_reply> show_audit(const api_call& call);  ///< GET /v1/audit

} // namespace faucet
