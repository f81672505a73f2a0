#pragma once

#include "model/error.hpp"

#include <caf/all.hpp>

#include <string>
#include <system_error>
#include <utility>

namespace faucet {

/// Starts an actor with a thread of its own. Fails where the system has no thread left to give.
template <class Spawner, class F, class... Ts>
auto spawn_detached(Spawner& self, F f, Ts&&... xs)
  -> expected<decltype(self.template spawn<caf::detached>(f, std::forward<Ts>(xs)...))> {
  try {
    return self.template spawn<caf::detached>(f, std::forward<Ts>(xs)...);
  } catch (const std::system_error& thrown) {
    // CAF counts the actor and its thread before it starts the thread, and at its end waits for all
    // that it has counted.
    self.home_system().dec_detached_threads();
    self.home_system().registry().dec_running();
    return fail(ec::unavailable, std::string{"no thread could be started: "} + thrown.what());
  }
}

} // namespace faucet
