#pragma once

#include "apps/node/gateway/cluster_door.hpp"
#include "apps/node/gateway/submission.hpp"

namespace faucet {

/// Whether a run may wait in a pool: refused, with 422, where no live member serves it, so that
/// nothing waits for ever, and where a member lives that would claim it whatever its pool.
api_expected<void> admit_to_pool(const std::string& pool, const node_view& view, bool clustered);

} // namespace faucet
