#pragma once

#include "model/error.hpp"

namespace CLI {
class App;
class ParseError;
} // namespace CLI

namespace faucet {

/// What is wrong with a command line that the library has refused, in the program's words.
error usage_error(const CLI::App& app, const CLI::ParseError& refused);

} // namespace faucet
