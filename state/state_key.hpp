#pragma once

#include "model/error.hpp"

#include <string>
#include <string_view>

namespace faucet {

/// Where the bookmark of one row is kept: {pipeline}::{row}. A name of which no key can be made is
/// an error that says why, so that it is found before a run begins.
expected<std::string> state_key(std::string_view pipeline, std::string_view row);

} // namespace faucet
