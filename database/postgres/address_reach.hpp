#pragma once

#include <string>
#include <vector>

namespace faucet {

/// Where the address of a PostgreSQL server leads.
struct pg_reach {
  std::vector<std::string> hosts; ///< all that may be tried, "localhost" where none is named
  std::vector<std::string> files; ///< folders of sockets, keys, certificates, files of passwords
  bool names_host = false;        ///< or leaves it to others to say where the server is
  bool by_service = false;        ///< a service file says where else
};

/// Of an address that was checked; of another one nothing.
pg_reach pg_reach_of(const std::string& address);

} // namespace faucet
