#pragma once

#include "apps/program/exit_code.hpp"

#include <functional>

namespace CLI {
class App;
} // namespace CLI

namespace faucet {

/// A program of ours from its command line to its exit code. Adds the flags of the log and the
/// version; reading the line has to fill `chosen`.
int run_program(CLI::App& app, const std::function<exit_code()>& chosen, int argc, char** argv);

} // namespace faucet
