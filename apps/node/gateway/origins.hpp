#pragma once

#include "apps/node/gateway/control_plane.hpp"
#include "apps/node/gateway/submission.hpp"

namespace faucet {

/// Adds what lets a browser show a reply to a page of another origin, where that may ask.
void allow_origin(http_reply& reply, const http_request& request, const control_settings& settings);

/// The reply to OPTIONS; `methods` are those that the path knows.
http_reply preflight(const http_request& request, const std::string& methods,
                     const control_settings& settings);

/// Refuses, with 403, a request by a name that a page in a browser may have made up, and a change
/// that a page of another origin asks for.
api_expected<void> check_origin(const http_request& request, const control_settings& settings);

} // namespace faucet
