#pragma once

#include "config/node.hpp"

#include <string>

namespace faucet {

/// Runs as a table, newest first, as `GET /v1/runs` lists them.
std::string runs_table(const node& list);

/// One run with all that is known of it.
std::string run_text(const node& run);

/// What happened to a run, one event a line.
std::string events_table(const node& list);

/// The live members of a cluster, as `/readyz` lists them.
std::string members_table(const node& readiness);

} // namespace faucet
