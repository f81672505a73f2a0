#pragma once

#include "apps/node/gateway/cluster_door.hpp"
#include "apps/node/http/message.hpp"

namespace faucet {

/// `/readyz`: whether a node takes runs, and who else does. Status 503 where it does not.
http_reply readiness(const node_view& view, bool clustered, bool queue_has_room);

} // namespace faucet
