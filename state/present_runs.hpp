#pragma once

#include <memory>
#include <string>

namespace faucet {

/// Marks a run of this process as alive, under the key of its lease, for as long as the result
/// lives. Announced before the lease is written: whoever reads that lease in this process finds the
/// mark, and no moment is left in which a run looks dead. From any thread.
std::shared_ptr<const void> announce_run(const std::string& lease_key, const std::string& run_id);

bool is_present(const std::string& lease_key, const std::string& run_id);

} // namespace faucet
