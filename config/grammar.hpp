#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

namespace faucet {

/// Refuses what a pipeline file must not say whatever its values are, each with file and line: a
/// requirement of other versions, keys of the grammar that this build does not know yet, keys that
/// stand outside of `pipeline:`, a version of the grammar that is not ours, transforms of a sink.
expected<void> check_grammar(const node& document);

} // namespace faucet
