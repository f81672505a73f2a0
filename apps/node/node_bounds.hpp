#pragma once

#include "apps/node/node_settings.hpp"

namespace faucet {

/// What submitted pipelines may reach: what the flags allow, and nothing that holds what lets
/// people in, what the node was started with, or the history.
expected<bound_settings> bounds_of(const node_flags& flags, const access_settings& access,
                                   const std::string& history);

/// Refuses hosts and origins that no request can bear.
expected<void> check_allowed_names(const node_flags& flags);

} // namespace faucet
