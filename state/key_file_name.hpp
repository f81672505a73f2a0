#pragma once

#include <string>
#include <string_view>

namespace faucet {

/// The file name stem of a state key: `:`, `/` and upper-case letters become %XX, so that two keys
/// never share a file, also where file names ignore case.
std::string key_to_stem(std::string_view key);

/// The key behind a stem.
std::string stem_to_key(std::string_view stem);

} // namespace faucet
