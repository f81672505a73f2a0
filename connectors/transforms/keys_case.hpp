#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Gives every key, at every depth, one style of case. Words end at whatever is neither letter nor
/// digit, and where a capital follows a small letter. A key without a word keeps its name.
transform_descriptor keys_case_transform();

} // namespace faucet
