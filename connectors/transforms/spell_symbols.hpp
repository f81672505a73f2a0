#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Replaces the symbols in every key, at every depth, by words with a separator on either side. The
/// longest symbol that fits wins.
transform_descriptor spell_symbols_transform();

} // namespace faucet
