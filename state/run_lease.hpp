#pragma once

#include "state/lease_record.hpp"
#include "state/store.hpp"

#include <chrono>
#include <memory>
#include <optional>

namespace faucet {

constexpr auto lease_length = std::chrono::seconds{60};
constexpr auto lease_renewal_interval = std::chrono::seconds{20};

/// How long a run believes that the lease still is its own before it looks again.
constexpr auto lease_trust = std::chrono::seconds{1};

/// The right of one run to write the bookmarks of one row. Kept under `{row key}::__lease__`. As
/// long as a copy of it lives, this process counts as alive to whoever finds the lease.
struct held_lease {
  std::string key; ///< of the lease, not of the row
  lease_record record;
  std::shared_ptr<const void> presence;
};

struct lease_request {
  std::string row_key;
  std::string run_id;
  bool force = false; ///< Take the lease over whoever holds it.
  process_identity process = process_identity::own();
  std::optional<run_hold> hold = {}; ///< of a run that a cluster executes
};

/// What taking a lease came to, unless it was refused.
struct lease_grant {
  std::optional<held_lease> lease; ///< Nothing where the store failed: the run goes on without.
  std::string warning;             ///< What a person should know; may be empty.
};

/// Takes the lease of a row. Refused (`state_conflict`) while another run holds it: the failure
/// names that run, where it runs and since when, and `--force`; the lease is left alone. A lease
/// that has expired, or whose process is known to be dead (same host and pid namespace), is taken
/// over. Where a cluster executes the run, a newer epoch takes the lease of an older one at once,
/// for the history has given the run to it; an older epoch never takes that of a newer one.
expected<lease_grant> take_lease(state_store& store, const lease_request& request, instant now);

/// Moves the end of the lease to `now` + lease_length. `lease_lost` where the lease has expired or
/// belongs to somebody else: the run must stop. Another failure is the store's, and worth trying
/// again while the lease lasts.
expected<void> renew_lease(state_store& store, held_lease& lease, instant now);

/// Looks whether the lease still is this run's. `lease_lost` where it is not: the run must stop.
/// Another failure is the store's, and says nothing about the lease.
expected<void> check_lease(state_store& store, const held_lease& lease);

/// Ends the lease. One that somebody else took is left alone: `lease_lost`.
expected<void> release_lease(state_store& store, const held_lease& lease);

/// The run that holds the lease of a row now; nothing where none does. For commands that change or
/// show state.
expected<std::optional<lease_record>> find_lease(state_store& store, const std::string& row_key,
                                                 instant now);

/// "run 4711 (process 12 on host), since 2026-11-29T22:17:41Z", as a refusal names a holder.
std::string describe_holder(const lease_record& x);

} // namespace faucet
