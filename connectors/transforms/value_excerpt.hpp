#pragma once

#include "model/value.hpp"

#include <string>

namespace faucet {

/// A value as JSON for a message, cut off where it is long.
std::string excerpt(const value& x);

} // namespace faucet
