#pragma once

#include "state/run_lease.hpp"

#include <span>
#include <string>
#include <vector>

namespace faucet {

/// Keeps runs away from keys while a command changes what is stored under them. It holds their
/// leases, as a run would: who runs is not disturbed, and who wants to start is refused.
class row_edit {
public:
  struct request {
    std::vector<std::string> keys; ///< of bookmarks, each with a lease of its own
    std::string purpose;           ///< stands for the run's id: "state-set"
    bool force = false;            ///< takes the leases also from runs that live
  };

  /// Refused (`state_conflict`) while a run holds one of the leases, with the holder's name. What
  /// was taken by force is told of in `warnings`.
  static expected<row_edit> begin(state_store& store, const request& wanted, instant now,
                                  std::vector<std::string>& warnings);

  row_edit(row_edit&&) noexcept = default;
  row_edit& operator=(row_edit&&) = delete;

  /// Gives the leases back.
  ~row_edit();

private:
  explicit row_edit(state_store& store) : store_(&store) {
    // nop
  }

  state_store* store_;
  std::vector<held_lease> leases_;
};

/// Looks, without changing anything, whether `begin` would be refused now. Forced, the holders are
/// told of in `warnings` instead.
expected<void> check_no_run(state_store& store, const row_edit::request& wanted, instant now,
                            std::vector<std::string>& warnings);

} // namespace faucet
