#pragma once

#include "config/options.hpp"

namespace faucet {

/// The option of whatever logs in to PostgreSQL that keeps it to its address, see pg_settings.
inline void address_only_field(option_visitor& v, bool& value) {
  v.field("address_only", value, false,
          "Take no password, certificate, host, port or database from variables and files of the "
          "process, only from the address. Nodes put it on.",
          {.confines = true});
}

} // namespace faucet
