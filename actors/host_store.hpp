#pragma once

#include "actors/messages.hpp"
#include "actors/write_permit.hpp"
#include "state/run_lease.hpp"

#include <caf/typed_event_based_actor.hpp>

#include <map>
#include <memory>

namespace faucet {

class store_state {
public:
  static inline constexpr const char* name = "store";

  explicit store_state(store_actor::pointer self) : self_(self) {
    // nop
  }

  store_actor::behavior_type make_behavior(std::shared_ptr<state_store> store,
                                           std::shared_ptr<const write_permit> permit);

private:
  caf::result<stored_text> get(const std::string& key);
  caf::result<atom::done> put(const std::string& key, const std::string& text);
  caf::result<claimed_row> claim(const row_claim& request);
  expected<claimed_row> begin_row(const row_claim& request);
  expected<void> take(const row_claim& request, claimed_row& result);
  void adopt(const row_claim& request, claimed_row& result);
  caf::result<atom::done> renew(const std::string& key);
  caf::result<atom::done> verify(const std::string& key);
  caf::result<atom::done> release(const std::string& key);
  caf::result<atom::done> note(const std::string& key, const invocation_report& how);

  /// `lease_lost` where the row had a lease that is not its own any more.
  expected<void> check(const std::string& key);

  /// The clock of leases. Moves with the actor system's, so that tests can move it.
  [[nodiscard]] instant now() const;

  store_actor::pointer self_;
  std::shared_ptr<state_store> store_;
  std::shared_ptr<const write_permit> permit_;
  std::map<std::string, held_lease> leases_; ///< by the row's key
  instant started_;
  std::chrono::steady_clock::time_point started_steady_;
};

/// Lets one state store speak. The store blocks, so spawn it detached. Without a permit writing is
/// always allowed.
store_actor::behavior_type host_store(store_actor::stateful_pointer<store_state> self,
                                      std::shared_ptr<state_store> store,
                                      std::shared_ptr<const write_permit> permit);

} // namespace faucet
