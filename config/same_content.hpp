#pragma once

#include "config/node.hpp"

namespace faucet {

/// True where two trees say the same, wherever they stand. The order of keys does not count.
bool same_content(const node& x, const node& y);

} // namespace faucet
