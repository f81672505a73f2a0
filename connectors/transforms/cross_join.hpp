#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Makes a record of each combination of the elements of several lists of a record, the last list
/// turning fastest. The fields of an element that is an object become fields of the result; any
/// other element stands under the list's name.
transform_descriptor cross_join_transform();

} // namespace faucet
