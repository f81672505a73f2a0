#pragma once

#include "config/expand_rows.hpp"

#include <string_view>

namespace faucet {

/// What a row promises about records that are delivered again after a crash, in words: a sink that
/// writes by key ends up with the same rows.
std::string_view delivery_of(const row_spec& row);

} // namespace faucet
