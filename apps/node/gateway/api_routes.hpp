#pragma once

#include "apps/node/gateway/api_call.hpp"
#include "apps/node/http/router.hpp"

#include <span>

namespace faucet {

/// Something that a client may ask for, declared once: the router, the roles, the audit log and
/// /openapi.yaml follow.
struct api_route {
  route at;
  std::optional<role> least; ///< who may; nothing: everybody, without a token
  std::string_view action;   ///< for the audit log; empty: not kept
  std::string_view summary;
  std::string_view parameters;   ///< of its query, with blanks between
  std::string_view reply;        ///< the schema of its success; empty: none
  unsigned status = 200;         ///< of its success
  api_handler handler = nullptr; ///< none: replied to without the history
};

std::span<const api_route> api_routes();

/// Finds the places of a request in them.
const router& api_router();

} // namespace faucet
