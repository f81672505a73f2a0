#include "actors/host_transforms.hpp"

#include "actors/hosting.hpp"

#include <caf/all.hpp>

namespace faucet {

transform_actor::behavior_type transform_state::make_behavior(std::vector<transform_stage> stages,
                                                              driver_context context) {
  stages_ = std::move(stages);
  context_ = std::move(context);
  return {
    [this](atom::open) { return open(); },
    [this](atom::apply, const page& rows) { return apply(rows); },
  };
}

caf::result<atom::done> transform_state::open() {
  for (auto& stage : stages_) {
    auto opened = call_driver(stage.type, [&] { return stage.driver->open(context_); });
    if (!opened) {
      return to_caf(opened.error());
    }
  }
  return atom::done{};
}

caf::result<page> transform_state::apply(const page& rows) {
  auto current = rows;
  for (auto& stage : stages_) {
    auto changed =
      call_driver(stage.type, [&] { return stage.driver->apply(current, stage.records + 1); });
    if (!changed) {
      return to_caf(changed.error());
    }
    stage.records += current.size();
    current = std::move(*changed);
  }
  return current;
}

transform_actor::behavior_type
host_transforms(transform_actor::stateful_pointer<transform_state> self,
                std::vector<transform_stage> stages, driver_context context) {
  return self->state.make_behavior(std::move(stages), std::move(context));
}

} // namespace faucet
