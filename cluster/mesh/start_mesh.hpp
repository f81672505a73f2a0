#pragma once

#include "cluster/mesh/messages.hpp"
#include "cluster/mesh/settings.hpp"
#include "cluster/meters.hpp"

#include <functional>
#include <memory>
#include <string>

namespace faucet {

/// A mesh that listens.
struct started_mesh {
  mesh_actor actor;
  std::string advertised;                        ///< host:port that peers dial, for `member_facts`
  std::shared_ptr<link_credentials> credentials; ///< to be read again on request; may be none
};

/// Starts a node's mesh; it ends with the member that joins it. The system was set up by
/// `configure_mesh`. Fails where the credentials cannot be read or the address cannot be had.
/// `warn` hears sentences for a log, from several threads; `counts` may be none.
expected<started_mesh> start_mesh(caf::actor_system& system, const mesh_settings& settings,
                                  const std::string& instance, const history_actor& history,
                                  std::function<void(const std::string&)> warn,
                                  std::shared_ptr<meters> counts = nullptr);

} // namespace faucet
