#pragma once

#include <string>
#include <string_view>

namespace faucet {

/// One component of a state key: as it is where it is short and made of key characters, else a
/// readable prefix plus a stable hash.
std::string encode_component(std::string_view raw);

/// Where the bookmark of one row is kept: {pipeline}::{row}.
std::string state_key(std::string_view pipeline, std::string_view row);

} // namespace faucet
