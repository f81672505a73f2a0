#include "cluster/mesh/system_config.hpp"

#include "cluster/mesh/messages.hpp"

#include <caf/all.hpp>
#include <caf/io/all.hpp>

#include <chrono>
#include <random>

namespace caf::detail {

/// CAF makes the name of a node of the machine's addresses and this number. In containers those
/// repeat, and a node whose name another one has would talk to itself; so the number is drawn.
unsigned get_process_id() {
  std::random_device source;
  return source() | 1U;
}

} // namespace caf::detail

namespace faucet {

void configure_mesh(caf::actor_system_config& config) {
  using namespace std::chrono_literals;
  config.load<caf::io::middleman>();
  config.add_message_type<known_node>("faucet::known_node");
  config.add_message_type<introduction>("faucet::introduction");
  config.set("middleman.heartbeat-interval", caf::timespan{500ms});
  config.set("middleman.connection-timeout", caf::timespan{3s});
  config.set("middleman.enable-automatic-connections", false);
}

} // namespace faucet
