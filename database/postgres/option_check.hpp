#pragma once

#include <string>

namespace faucet {

/// What is wrong with the options that an address names, where libpq would say so only when it
/// connects, as it does of a server that is not there; empty where nothing is.
std::string wrong_pg_option(const std::string& address);

} // namespace faucet
