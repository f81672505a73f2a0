#pragma once

#include "apps/program/probe_report.hpp"
#include "apps/program/timed_call.hpp"
#include "config/secret_mask.hpp"

namespace faucet {

/// Makes a probe and writes down what came of it, and how long it took. What it reveals of secrets
/// is masked.
void make_probe(probe& into, std::chrono::seconds limit, blocking_call call,
                const secret_mask& secrets);

} // namespace faucet
