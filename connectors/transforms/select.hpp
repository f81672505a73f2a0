#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Keeps the listed top-level fields, in the order of the list. Names are literal: a point in one
/// means nothing.
transform_descriptor select_transform();

} // namespace faucet
