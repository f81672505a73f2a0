#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Replaces top-level fields by digests, or puts a digest into a field of its own. What of a value
/// is hashed stands in field_digest.hpp. Null stays null.
transform_descriptor hash_transform();

} // namespace faucet
