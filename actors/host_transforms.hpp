#pragma once

#include "actors/messages.hpp"
#include "connectors/transform_chain.hpp"

#include <caf/typed_event_based_actor.hpp>

#include <memory>

namespace faucet {

class transform_state {
public:
  static inline constexpr const char* name = "transform";

  explicit transform_state(transform_actor::pointer self) : self_(self) {
    // nop
  }

  transform_actor::behavior_type make_behavior(std::shared_ptr<transform_chain> chain,
                                               driver_context context);

private:
  caf::result<atom::done> open();
  caf::result<transformed> apply(const page& rows);
  caf::result<transformed> proceed();

  transform_actor::pointer self_;
  std::shared_ptr<transform_chain> chain_;
  driver_context context_;
};

/// Sends pages through a chain of transforms. It may read files, so spawn it detached.
transform_actor::behavior_type
host_transforms(transform_actor::stateful_pointer<transform_state> self,
                std::shared_ptr<transform_chain> chain, driver_context context);

} // namespace faucet
