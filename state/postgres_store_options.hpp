#pragma once

#include "config/options.hpp"
#include "state/store.hpp"

#include <memory>
#include <string>

namespace faucet {

struct postgres_store_options {
  std::string url;
  bool address_only = false;
  std::string table;
  bool ensure_table = false;
  int64_t max_connections = 0;
};

void fields(option_visitor& v, postgres_store_options& x);

/// A store without any I/O.
expected<std::unique_ptr<state_store>> make_postgres_store(const node& config);

} // namespace faucet
