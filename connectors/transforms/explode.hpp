#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Makes a record of each element of a list. The fields of an element that is an object come, with
/// a prefix, behind the fields beside the list; any other element takes the list's place.
transform_descriptor explode_transform();

} // namespace faucet
