#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Replaces every match of a regular expression in every key, at every depth. The pattern is RE2's,
/// `(?<name>…)` included; in the replacement `$1`, `$name`, `${1}` and `${name}` stand for groups
/// and `$$` for a dollar sign.
transform_descriptor rename_keys_transform();

} // namespace faucet
