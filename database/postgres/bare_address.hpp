#pragma once

#include <string>

namespace faucet {

/// The same address for whoever must not use what is this process's own: libpq takes for it no
/// password, certificate, host, port or database from variables, from files of passwords and
/// services, or from the home of the user. Without a host it leads to localhost. Other variables,
/// PGSSLMODE and the like, hold as ever. The address must be one that `check_pg_address` accepts.
std::string bare_address(const std::string& address);

} // namespace faucet
