#pragma once

#include "config/options.hpp"
#include "state/store.hpp"

#include <memory>
#include <string>

namespace faucet {

struct redis_tls_options {
  std::string ca_cert_path;
  std::string client_cert_path;
  std::string client_key_path;
};

void fields(option_visitor& v, redis_tls_options& x);

struct redis_store_options {
  std::string url;
  std::string name_space;
  std::optional<redis_tls_options> tls;
};

void fields(option_visitor& v, redis_store_options& x);

/// A store without any I/O.
expected<std::unique_ptr<state_store>> make_redis_store(const node& config);

} // namespace faucet
