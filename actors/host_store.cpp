#include "actors/host_store.hpp"

#include "actors/hosting.hpp"

#include <caf/all.hpp>

namespace faucet {

namespace {

const std::string role = "state store";

} // namespace

store_actor::behavior_type store_state::make_behavior(std::shared_ptr<state_store> store) {
  store_ = std::move(store);
  return {
    [this](atom::get, const std::string& key) { return get(key); },
    [this](atom::put, const std::string& key, const std::string& text) { return put(key, text); },
  };
}

caf::result<stored_text> store_state::get(const std::string& key) {
  return answer(call_driver(role, [&] { return store_->get(key); }).map([](auto&& held) {
    return stored_text{std::move(held)};
  }));
}

caf::result<atom::done> store_state::put(const std::string& key, const std::string& text) {
  return answer(call_driver(role, [&] { return store_->put(key, text); }));
}

store_actor::behavior_type host_store(store_actor::stateful_pointer<store_state> self,
                                      std::shared_ptr<state_store> store) {
  return self->state.make_behavior(std::move(store));
}

} // namespace faucet
