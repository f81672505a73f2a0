#pragma once

#include "model/value.hpp"

#include <string>

namespace faucet {

/// Appends the compact JSON of a value with the fields of every object sorted by name, so that the
/// order of fields makes no difference.
void append_sorted_json(std::string& out, const value& x);

} // namespace faucet
