#pragma once

#include "config/json_schema.hpp"
#include "model/error.hpp"
#include "state/history/run_archive.hpp"

namespace faucet {

/// A stored pipeline without its credentials, in the same format. "***" becomes what stands for an
/// option that its type declares secret, the default of a secret param, and vars and defaults that
/// such an option refers to; under a key that nobody declares, what is named like a credential;
/// and everywhere passwords within addresses, and what was hidden at one of these places.
/// References stay as they are. A `config` whose type is not known, as in a row that overrides a
/// part, is held against all types.
expected<stored_config> masked(const stored_config& x, const described_types& types);

} // namespace faucet
