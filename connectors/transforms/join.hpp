#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Joins the elements of a list field into one string: strings as they are, null as nothing, all
/// else as compact JSON. Records whose field is missing or no list stay as they are.
transform_descriptor join_transform();

} // namespace faucet
