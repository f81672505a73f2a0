#pragma once

#include "model/error.hpp"
#include "model/run_facts.hpp"
#include "state/instant.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faucet {

/// Who a process is, as far as another one can tell whether it still lives.
struct process_identity {
  uint64_t pid = 0;
  std::string host;   ///< May be empty.
  std::string pid_ns; ///< What the kernel calls the pid namespace; empty where there is none.

  static process_identity own();

  friend bool operator==(const process_identity&, const process_identity&) = default;
};

/// What a lease says in the store:
/// {"run_id":…,"pid":…,"host":…,"pid_ns":…,"acquired_at":…,"expires_at":…,
/// "cluster_run":…,"epoch":…}
struct lease_record {
  std::string run_id;
  process_identity holder;
  instant acquired_at;
  instant expires_at;

  /// Which execution of which run it belongs to; nothing outside of a cluster.
  std::optional<run_hold> hold = {};
};

std::string to_json(const lease_record& x);

/// An error where the text is no lease.
expected<lease_record> read_lease(std::string_view json);

} // namespace faucet
