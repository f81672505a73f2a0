#pragma once

#include "cluster/decisions/effects.hpp"
#include "cluster/decisions/events.hpp"

#include <string>

namespace faucet::sim {

/// One line for people.
std::string describe(const member_event& event);
std::string describe(const effect& told);

} // namespace faucet::sim
