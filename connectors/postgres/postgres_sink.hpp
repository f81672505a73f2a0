#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

sink_descriptor postgres_sink();

} // namespace faucet
