#pragma once

#include "cluster/mesh/settings.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace faucet {

/// What a node is started with, as it was written.
struct node_flags {
  std::string listen = "127.0.0.1:8080";
  std::vector<std::string> cors_origins;
  uint64_t body_limit_bytes = 1024UL * 1024;
  std::string env_file;
  bool no_env_file = false;
  std::string default_config;
  std::vector<std::string> callback_hosts;
  std::vector<std::string> allowed_hosts;
  std::vector<std::string> allowed_origins;

  // What submitted pipelines may reach. Nothing: everything, but what is the node's own.
  std::vector<std::string> allowed_variables;
  std::vector<std::string> path_roots;
  std::vector<std::string> url_schemes;
  std::vector<std::string> secret_schemes;
  std::vector<std::string> url_hosts;

  // Who may ask. Nothing: not given.
  std::optional<std::string> auth_token;
  std::optional<std::string> read_token;
  std::optional<std::string> write_token;
  std::optional<std::string> admin_token;
  std::optional<std::string> auth_config;
  bool no_auth = false;
  bool allow_unauthenticated_network = false;

  // What it takes.
  uint32_t max_concurrent_runs = 16;
  std::optional<uint64_t> max_queued_runs; ///< eight times as many
  uint64_t shutdown_grace_secs = 60;
  uint64_t probe_timeout_secs = 10;

  // What it remembers.
  std::optional<std::string> history;
  uint64_t retain_terminal_runs_secs = 604'800;
  uint64_t idempotency_retention_secs = 86'400;
  uint64_t log_retention_secs = 604'800;
  uint64_t log_max_lines_per_run = 100'000;

  // What seals what it remembers.
  std::optional<std::string> vault_key;
  std::vector<std::string> vault_previous_keys; ///< from a variable: one text with commas

  // Its part in a cluster.
  bool cluster = false;
  uint64_t cluster_poll_secs = 2;
  uint32_t cluster_max_attempts = 3;
  uint64_t lease_ttl_secs = 30;
  std::vector<std::string> pools;
  std::optional<uint64_t> pool_wait_timeout_secs;
  mesh_flags mesh;
  bool no_fast_failover = false;
};

inline constexpr const char* vault_key_variable = "FAUCET_VAULT_KEY";
inline constexpr const char* vault_previous_keys_variable = "FAUCET_VAULT_PREVIOUS_KEYS";

/// The variable of a flag: "--lease-ttl-secs" is FAUCET_SERVE_LEASE_TTL_SECS.
std::string variable_of(std::string_view flag);

/// The one declaration of a node's flags, each of which is also a variable: `--listen` is
/// FAUCET_SERVE_LISTEN. Those of pools and of the vault have names of their own.
std::shared_ptr<node_flags> add_node_flags(CLI::App& command);

} // namespace faucet
