#pragma once

#include "model/error.hpp"

#include <string>

namespace faucet {

/// Whether an address is one that libpq takes. What libpq says of a wrong one may quote parts of
/// the password; this does not.
expected<void> check_pg_address(const std::string& address);

/// Host, port and database of an address that was checked, without user and parameters: the same
/// however the address is written, as far as it tells.
std::string pg_database_of(const std::string& address);

} // namespace faucet
