#pragma once

#include "actors/reports.hpp"
#include "state/row_status.hpp"

namespace faucet {

/// The pages of an invocation as stored records count them.
inline run_event::batch_counts batches_of(const page_counts& x) noexcept {
  return {x.attempted, x.committed, x.partial, x.dead, x.failed};
}

} // namespace faucet
