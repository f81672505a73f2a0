#pragma once

#include "cluster/decisions/moment.hpp"
#include "cluster/decisions/timing.hpp"
#include "model/run_facts.hpp"

namespace faucet::test {

/// When what a test tells begins.
inline constexpr moment start{std::chrono::seconds{100}};

/// The times of a cluster that was told none.
inline const cluster_timing timing;

/// Run "a", held for the first time.
inline const run_hold a1{"a", 1};

} // namespace faucet::test
