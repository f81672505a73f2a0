#pragma once

#include "cluster/decisions/effects.hpp"
#include "cluster/decisions/events.hpp"

#include <string>
#include <vector>

namespace faucet::sim {

/// One line for people.
std::string describe(const member_event& event);
std::string describe(const effect& told);

/// Those of the first that the second lacks.
std::vector<run_hold> without(const std::vector<run_hold>& all, const std::vector<run_hold>& some);

} // namespace faucet::sim
