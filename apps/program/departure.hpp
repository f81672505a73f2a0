#pragma once

#include "apps/program/exit_code.hpp"

namespace faucet {

/// Ends the program with that code in two seconds, where a driver does not come back from what it
/// waits for. Call it when nothing is left to do but to end.
void depart_soon(exit_code code);

} // namespace faucet
