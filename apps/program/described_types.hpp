#pragma once

#include "config/json_schema.hpp"

namespace faucet {

/// Everything that this program's pipeline files can name, described.
described_types describe_everything();

} // namespace faucet
