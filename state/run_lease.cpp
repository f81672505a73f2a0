#include "state/run_lease.hpp"

#include "state/present_runs.hpp"
#include "state/state_key.hpp"

#include <cerrno>
#include <compare>
#include <csignal>

namespace faucet {

namespace {

constexpr int tries = 3;

/// False only where the process is known to be gone. Another process may have its number by now;
/// then the lease has to expire.
bool may_live(const lease_record& x, const std::string& key, const process_identity& self) {
  if (x.holder.host != self.host || x.holder.pid_ns != self.pid_ns || x.holder.host.empty()) {
    return true; // out of sight
  }
  if (x.holder.pid == self.pid) {
    return is_present(key, x.run_id); // or an earlier process had the same number
  }
  auto pid = static_cast<pid_t>(x.holder.pid);
  return pid <= 0 || ::kill(pid, 0) == 0 || errno != ESRCH;
}

bool is_live(const lease_record& x, const std::string& key, const process_identity& self,
             instant now) {
  return now < x.expires_at && may_live(x, key, self);
}

/// True for what a store holds where a lease was released by writing over it.
bool is_void(const std::optional<std::string>& held) {
  return !held || *held == "null";
}

tl::unexpected<error> refusal(const std::string& row_key, const std::string& holder) {
  return fail(ec::state_conflict,
              "this row is being run by " + holder
                + "; wait until it ends, or take over with --force",
              row_key);
}

/// How the epochs of two leases of one run stand; nothing where they belong to different runs, or
/// to none that a cluster executes.
std::optional<std::strong_ordering> order_of(const lease_record& held,
                                             const std::optional<run_hold>& wanted) {
  if (!held.hold || !wanted || held.hold->run != wanted->run) {
    return std::nullopt;
  }
  return held.hold->epoch <=> wanted->epoch;
}

/// Why the lease that is held must not be taken; empty where it may.
std::string holder_in_the_way(const std::optional<std::string>& held, const std::string& key,
                              const lease_request& request, instant now) {
  if (is_void(held)) {
    return {};
  }
  auto record = read_lease(*held);
  if (!record) {
    return "somebody (the lease under the state key " + key + " cannot be read)";
  }
  auto order = order_of(*record, request.hold);
  auto in_the_way = order && *order != std::strong_ordering::equal
                      ? *order == std::strong_ordering::greater
                      : is_live(*record, key, request.process, now);
  return in_the_way ? describe_holder(*record) : std::string{};
}

/// One attempt: look, decide, claim. Nothing where somebody else was quicker.
expected<std::optional<lease_grant>> try_to_take(state_store& store, const lease_request& request,
                                                 const held_lease& wanted, instant now) {
  auto held = store.get(wanted.key);
  if (!held) {
    return fail(std::move(held));
  }
  auto holder = holder_in_the_way(*held, wanted.key, request, now);
  if (!holder.empty() && !request.force) {
    return refusal(request.row_key, holder);
  }
  auto taken = store.compare_and_put(wanted.key, *held, to_json(wanted.record));
  if (!taken) {
    return fail(std::move(taken));
  }
  if (!*taken) {
    return std::nullopt;
  }
  return lease_grant{wanted, holder.empty()
                               ? std::string{}
                               : "took the lease of " + request.row_key + " from " + holder};
}

/// The lease as the store has it, as long as it is this run's; an answer that got lost may have
/// left it renewed.
expected<std::string> own_text(state_store& store, const held_lease& lease) {
  auto held = store.get(lease.key);
  if (!held) {
    return fail(std::move(held));
  }
  if (is_void(*held)) {
    return fail(ec::lease_lost,
                "the lease of this run is gone: another run took it over and has ended, or "
                "somebody removed it",
                lease.key);
  }
  auto record = read_lease(**held);
  if (!record) {
    return fail(ec::lease_lost, "the lease of this run was written over", lease.key);
  }
  if (record->run_id != lease.record.run_id || record->holder != lease.record.holder) {
    return fail(ec::lease_lost,
                "the lease of this run was taken over by " + describe_holder(*record), lease.key);
  }
  return std::move(**held);
}

} // namespace

expected<lease_grant> take_lease(state_store& store, const lease_request& request, instant now) {
  auto key = marker_key(request.row_key, marker::lease);
  held_lease wanted{key,
                    {request.run_id, request.process, now, now + lease_length, request.hold},
                    announce_run(key, request.run_id)};
  for (int i = 0; i < tries; ++i) {
    auto outcome = try_to_take(store, request, wanted, now);
    if (!outcome && outcome.error().code == ec::state_conflict) {
      return fail(std::move(outcome));
    }
    if (!outcome) {
      return lease_grant{std::nullopt, "running without a lease, so that another run of this row "
                                       "would not be noticed: "
                                         + render(outcome.error())};
    }
    if (*outcome) {
      return std::move(**outcome);
    }
  }
  return refusal(request.row_key, "others that start at the same moment");
}

expected<void> renew_lease(state_store& store, held_lease& lease, instant now) {
  if (now >= lease.record.expires_at) {
    return fail(ec::lease_lost,
                "the lease of this run expired at " + to_text(lease.record.expires_at), lease.key);
  }
  auto held = own_text(store, lease);
  if (!held) {
    return fail(std::move(held));
  }
  auto renewed = lease.record;
  renewed.expires_at = now + lease_length;
  auto put = store.compare_and_put(lease.key, *held, to_json(renewed));
  if (!put) {
    return fail(std::move(put));
  }
  if (!*put) {
    return fail(ec::lease_lost, "the lease of this run was taken over", lease.key);
  }
  lease.record = renewed;
  return {};
}

expected<void> check_lease(state_store& store, const held_lease& lease) {
  return own_text(store, lease).map([](const std::string&) {});
}

expected<void> release_lease(state_store& store, const held_lease& lease) {
  auto held = own_text(store, lease);
  if (!held) {
    return fail(std::move(held));
  }
  auto removed = store.compare_and_remove(lease.key, *held);
  if (!removed) {
    return fail(std::move(removed));
  }
  return *removed ? expected<void>{} : check_lease(store, lease);
}

expected<std::optional<lease_record>> find_lease(state_store& store, const std::string& row_key,
                                                 instant now) {
  auto key = marker_key(row_key, marker::lease);
  auto held = store.get(key);
  if (!held) {
    return fail(std::move(held));
  }
  if (is_void(*held)) {
    return std::nullopt;
  }
  auto record = read_lease(**held);
  if (!record) {
    return fail(ec::state_failed,
                "the lease cannot be read, so that a run of the row may be under way; wait until "
                "none is, or take over with --force",
                "state key " + key);
  }
  return is_live(*record, key, process_identity::own(), now) ? std::optional{std::move(*record)}
                                                             : std::nullopt;
}

std::string describe_holder(const lease_record& x) {
  return "run " + x.run_id + " (process " + std::to_string(x.holder.pid)
         + (x.holder.host.empty() ? "" : " on " + x.holder.host) + ", since "
         + to_text(x.acquired_at)
         + (x.hold ? ", epoch " + std::to_string(x.hold->epoch) + " of " + x.hold->run : "") + ")";
}

} // namespace faucet
