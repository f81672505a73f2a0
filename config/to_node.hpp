#pragma once

#include "config/node.hpp"
#include "model/value.hpp"

namespace faucet {

/// A cell as a configured constant; every digit is kept. Bytes become base64.
node to_node(const value& from);

} // namespace faucet
