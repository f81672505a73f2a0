#pragma once

#include "state/history/run_ledger.hpp"

#include <span>
#include <string>
#include <vector>

namespace faucet {

/// Tells the ledger how runs ended, all at once; answers for which that counted. An end that it
/// refuses for good does not hold up the others: it is told again as a failure that says so. Where
/// that is refused, too, nothing can be stored at present. A failure is a passing one.
expected<counted_ends> settle_ends(run_ledger& ledger, const std::string& owner,
                                   std::span<const run_end> ends);

} // namespace faucet
