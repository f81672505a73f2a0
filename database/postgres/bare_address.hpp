#pragma once

#include <string>

namespace faucet {

/// The same address for whoever must not use what is this process's own: libpq takes for it no
/// password, certificate, host, port or database from variables, from files of passwords and
/// services, or from the home of the user. Where it names no host, in a list too, it leads to
/// localhost. The user and settings like `sslmode` hold as ever, be they of a variable or of the
/// service that PGSERVICE names. The address must be one that `check_pg_address` accepts.
std::string bare_address(const std::string& address);

} // namespace faucet
