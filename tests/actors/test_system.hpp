#pragma once

#include "actors/system_config.hpp"

#include <caf/all.hpp>
#include <caf/scheduler/test_coordinator.hpp>

namespace faucet {

struct test_config : caf::actor_system_config {
  test_config() {
    set("scheduler.policy", caf::atom("testing"));
    configure(*this);
  }
};

/// An actor system with one thread and virtual time: messages are handled one by one, in an order
/// that is the same at each run.
struct test_system {
  test_config config;
  caf::actor_system system{config};
  caf::scheduler::test_coordinator& scheduler =
    dynamic_cast<caf::scheduler::test_coordinator&>(system.scheduler());

  ~test_system() {
    scheduler.run();
  }
};

} // namespace faucet
