#include "actors/host_source.hpp"

#include "actors/hosting.hpp"

#include <caf/all.hpp>

namespace faucet {

source_actor::behavior_type source_state::make_behavior(std::string type,
                                                        std::shared_ptr<source_driver> driver,
                                                        driver_context context) {
  type_ = std::move(type);
  driver_ = std::move(driver);
  context_ = std::move(context);
  return {
    [this](atom::open, const resume_point& from) { return open(from); },
    [this](atom::pull) { return pull(); },
  };
}

caf::result<atom::done> source_state::open(const resume_point& from) {
  return answer(call_driver(type_, [&] { return driver_->open(context_, from.position); }));
}

caf::result<pulled> source_state::pull() {
  if (last_) {
    return answer(*last_);
  }
  auto result = call_driver(type_, [&] { return driver_->next(); }).map([](auto&& next) {
    return next ? pulled{std::move(*next), false} : pulled{{}, true};
  });
  if (!result || result->last) {
    last_ = result;
  }
  return answer(std::move(result));
}

source_actor::behavior_type host_source(source_actor::stateful_pointer<source_state> self,
                                        std::string type, std::shared_ptr<source_driver> driver,
                                        driver_context context) {
  return self->state.make_behavior(std::move(type), std::move(driver), std::move(context));
}

} // namespace faucet
