#pragma once

// Our errors and CAF's, turned into each other in this one place.

#include "model/error.hpp"

#include <caf/error.hpp>
#include <caf/result.hpp>

namespace faucet {

caf::error to_caf(const error& err);

/// Errors that CAF made itself become `ec::internal`, or `ec::unavailable` for a time-out. Whoever
/// knows who has not answered says so instead.
error from_caf(const caf::error& err);

} // namespace faucet
