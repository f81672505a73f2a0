#pragma once

#include "apps/node/gateway/api_call.hpp"

namespace faucet {

api_expected<api_reply> show_readiness(const api_call& call); ///< GET /readyz
api_expected<api_reply> show_principal(const api_call& call); ///< GET /v1/whoami
api_expected<api_reply> show_schemas(const api_call& call);   ///< GET /v1/schemas
api_expected<api_reply> show_openapi(const api_call& call);   ///< GET /openapi.yaml

} // namespace faucet
