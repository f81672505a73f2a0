#pragma once

#include "actors/messages.hpp"

#include <caf/typed_event_based_actor.hpp>

#include <memory>
#include <vector>

namespace faucet {

/// One transform of a chain and the number of records that have passed before it.
struct transform_stage {
  std::string type;
  std::shared_ptr<transform> driver;
  uint64_t records = 0;
};

class transform_state {
public:
  static inline constexpr const char* name = "transform";

  explicit transform_state(transform_actor::pointer self) : self_(self) {
    // nop
  }

  transform_actor::behavior_type make_behavior(std::vector<transform_stage> stages,
                                               driver_context context);

private:
  caf::result<atom::done> open();
  caf::result<page> apply(const page& rows);

  transform_actor::pointer self_;
  std::vector<transform_stage> stages_;
  driver_context context_;
};

/// Applies a chain of transforms, in order, to each page.
transform_actor::behavior_type
host_transforms(transform_actor::stateful_pointer<transform_state> self,
                std::vector<transform_stage> stages, driver_context context);

} // namespace faucet
