#pragma once

#include "actors/messages.hpp"
#include "state/store.hpp"

#include <caf/typed_event_based_actor.hpp>

#include <memory>

namespace faucet {

class store_state {
public:
  static inline constexpr const char* name = "store";

  explicit store_state(store_actor::pointer self) : self_(self) {
    // nop
  }

  store_actor::behavior_type make_behavior(std::shared_ptr<state_store> store);

private:
  caf::result<stored_text> get(const std::string& key);
  caf::result<atom::done> put(const std::string& key, const std::string& text);

  store_actor::pointer self_;
  std::shared_ptr<state_store> store_;
};

/// Lets one state store speak. The store blocks, so spawn it detached.
store_actor::behavior_type host_store(store_actor::stateful_pointer<store_state> self,
                                      std::shared_ptr<state_store> store);

} // namespace faucet
