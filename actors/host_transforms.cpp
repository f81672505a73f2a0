#include "actors/host_transforms.hpp"

#include "actors/hosting.hpp"

#include <caf/all.hpp>

namespace faucet {

namespace {

const std::string chain_role = "transform";

} // namespace

transform_actor::behavior_type
transform_state::make_behavior(std::shared_ptr<transform_chain> chain, driver_context context) {
  chain_ = std::move(chain);
  context_ = std::move(context);
  return {
    [this](atom::open) { return open(); },
    [this](atom::apply, const page& rows) { return apply(rows); },
    [this](atom::proceed) { return proceed(); },
  };
}

caf::result<atom::done> transform_state::open() {
  return answer(call_driver(chain_role, [&] { return chain_->open(context_); }));
}

caf::result<transformed> transform_state::apply(const page& rows) {
  chain_->feed(rows);
  return proceed();
}

caf::result<transformed> transform_state::proceed() {
  return answer(call_driver(chain_role, [&] { return chain_->next(); }).map([this](page&& piece) {
    return transformed{std::move(piece), chain_->has_more()};
  }));
}

transform_actor::behavior_type
host_transforms(transform_actor::stateful_pointer<transform_state> self,
                std::shared_ptr<transform_chain> chain, driver_context context) {
  return self->state.make_behavior(std::move(chain), std::move(context));
}

} // namespace faucet
