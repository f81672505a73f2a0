#pragma once

#include "actors/row_tally.hpp"
#include "connectors/driver.hpp"

#include <memory>

namespace faucet {

/// The same drivers, whose calls are counted and timed; those themselves where nobody counts. They
/// are asked nothing but what an actor that hosts a driver asks; whatever else a driver is, it is
/// not through these.
std::shared_ptr<source_driver> tallied(std::shared_ptr<source_driver> origin,
                                       std::shared_ptr<row_tally> into);
std::shared_ptr<sink_driver> tallied(std::shared_ptr<sink_driver> origin,
                                     std::shared_ptr<row_tally> into);

} // namespace faucet
