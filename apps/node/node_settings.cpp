#include "apps/node/node_settings.hpp"

#include "apps/node/gateway/submission.hpp"
#include "apps/node/node_bounds.hpp"
#include "apps/node/pipeline_variables.hpp"
#include "apps/node/refused_flag.hpp"
#include "apps/node/vault_keys.hpp"
#include "config/document.hpp"
#include "database/sqlite/address.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace faucet {

namespace {

using namespace std::string_literals;

constexpr auto default_history = "sqlite:./faucet.db";

std::string env_file_of(const node_flags& flags) {
  std::error_code unknown; // a folder that may not be searched holds no .env for us
  auto is_there =
    flags.env_file.empty() && !flags.no_env_file && std::filesystem::exists(".env", unknown);
  return is_there ? ".env" : flags.env_file;
}

expected<std::vector<std::string>> pools_of(const node_flags& flags) {
  std::vector<std::string> result;
  for (const auto& name : flags.pools) {
    if (name.find_first_not_of(" \t") == std::string::npos) {
      continue;
    }
    if (auto ok = check_pool_name(name, "--pool"); !ok) {
      return fail(ec::invalid_config, ok.error().message);
    }
    result.push_back(name);
  }
  if (result.empty()) {
    result.emplace_back(default_pool);
  }
  std::ranges::sort(result);
  result.erase(std::ranges::unique(result).begin(), result.end());
  return result;
}

expected<std::string> history_of(const node_flags& flags) {
  if (!flags.history) {
    if (flags.cluster) {
      return fail(ec::invalid_config,
                  "--cluster requires a persistent --history backend (postgres://… or sqlite:…); "
                  "the in-memory store is single-process");
    }
    return std::string{default_history};
  }
  if (auto ok = check_history_url(*flags.history); !ok) {
    return refused_flag("--history", render(ok.error()));
  }
  if (flags.history->starts_with(sqlite_scheme)) {
    auto address = parse_sqlite_address(*flags.history);
    if (address && (address->path.empty() || address->in_memory())) {
      return refused_flag("--history",
                          "each connection to a database in memory has one of its own; "
                          "name a file");
    }
    if (address && (address->immutable || address->access == sqlite_access::read_only)) {
      return refused_flag("--history", "the database must be writable");
    }
  }
  return *flags.history;
}

expected<control_settings> control_of(const node_flags& flags, const listen_address& listen) {
  control_settings result;
  result.clustered = flags.cluster;
  result.max_queued_runs = flags.max_queued_runs.value_or(8UL * flags.max_concurrent_runs);
  result.idempotency_window = std::chrono::seconds{flags.idempotency_retention_secs};
  result.member_window = std::chrono::seconds{flags.lease_ttl_secs};
  result.cors_origins = flags.cors_origins;
  result.callback_hosts = flags.callback_hosts;
  if (auto ok = check_allowed_names(flags); !ok) {
    return fail(std::move(ok));
  }
  result.allowed_hosts = flags.allowed_hosts;
  if (flags.no_auth && listen.is_loopback()) {
    for (const auto& name : {"localhost"s, "127.0.0.1"s, "::1"s, listen.host}) {
      result.allowed_hosts.push_back(name);
    }
  }
  result.allowed_origins = flags.allowed_origins;
  if (!flags.default_config.empty()) {
    auto defaults = load_document(flags.default_config);
    if (!defaults) {
      return fail(std::move(defaults));
    }
    if (defaults->map() == nullptr) {
      return refused_flag("--default-config " + flags.default_config, "is no map");
    }
    result.default_config = std::move(*defaults);
  }
  return result;
}

/// A node alone has no mesh, and is not to be told of one.
expected<std::optional<mesh_settings>> mesh_of(const node_flags& flags) {
  const auto& mesh = flags.mesh;
  if (flags.cluster) {
    auto result = read_mesh_flags(mesh);
    if (result && *result) {
      (*result)->lease = std::chrono::seconds{flags.lease_ttl_secs};
    }
    return result;
  }
  for (const auto& [is_given, name] : {std::pair{mesh.mesh != mesh_flags().mesh, "--mesh"},
                                       {!mesh.advertise.empty(), "--mesh-advertise"},
                                       {!mesh.join.empty(), "--join"},
                                       {!mesh.ca.empty(), "--mesh-ca"},
                                       {!mesh.certificate.empty(), "--mesh-cert"},
                                       {!mesh.key.empty(), "--mesh-key"}}) {
    if (is_given) {
      return refused_flag(name, "needs --cluster");
    }
  }
  return std::optional<mesh_settings>();
}

cluster_timing timing_of(const node_flags& flags) {
  cluster_timing result;
  result.lease = std::chrono::seconds{flags.lease_ttl_secs};
  result.poll = std::chrono::seconds{flags.cluster_poll_secs};
  result.drain_grace = std::chrono::seconds{flags.shutdown_grace_secs};
  return result;
}

/// A quarter of what is kept shortest, within bounds.
std::chrono::seconds purge_interval_of(const node_flags& flags) {
  auto shortest = flags.retain_terminal_runs_secs;
  if (flags.idempotency_retention_secs > 0) {
    shortest = std::min(shortest, flags.idempotency_retention_secs);
  }
  return std::chrono::seconds{std::clamp<uint64_t>(shortest / 4, 60, 3600)};
}

retentions kept_of(const node_flags& flags) {
  retentions result;
  result.ended_runs = std::chrono::seconds{flags.retain_terminal_runs_secs};
  result.logs = std::chrono::seconds{flags.log_retention_secs};
  result.audit = result.ended_runs;
  result.members = std::chrono::seconds{std::max<uint64_t>(flags.lease_ttl_secs * 10, 3600)};
  return result;
}

} // namespace

expected<node_settings> settings_of(const node_flags& flags) {
  if (flags.pool_wait_timeout_secs && !flags.cluster) {
    return refused_flag("--pool-wait-timeout-secs", "needs --cluster");
  }
  node_settings result;
  auto take = [](auto&& from, auto& into) -> expected<void> {
    if (!from) {
      return fail(std::move(from));
    }
    into = std::move(*from);
    return {};
  };
  auto done = take(parse_listen_address(flags.listen), result.listen)
                .and_then([&] { return take(history_of(flags), result.history_url); })
                .and_then([&] {
                  return take(access_of(flags, result.listen, result.history_url), result.access);
                })
                .and_then([&] { return take(pools_of(flags), result.pools); })
                .and_then([&] { return take(control_of(flags, result.listen), result.control); })
                .and_then([&] {
                  return take(vault_of(flags.vault_key, flags.vault_previous_keys), result.keys);
                })
                .and_then([&] { return take(mesh_of(flags), result.mesh); })
                .and_then([&] {
                  return take(bounds_of(flags, result.access, result.history_url), result.bounds);
                })
                .and_then([&] {
                  return take(pipeline_variables(env_file_of(flags), flags.allowed_variables,
                                                 result.bounds.own_variables),
                              result.variables);
                });
  if (!done) {
    return fail(std::move(done));
  }
  result.body_limit = flags.body_limit_bytes;
  result.probe_limit = std::chrono::seconds{flags.probe_timeout_secs};
  result.most_log_lines = flags.log_retention_secs == 0 ? 0 : flags.log_max_lines_per_run;
  result.kept = kept_of(flags);
  result.purge_interval = purge_interval_of(flags);
  result.max_concurrent = flags.max_concurrent_runs;
  result.max_attempts = flags.cluster_max_attempts;
  result.timing = timing_of(flags);
  result.fast_failover = !flags.no_fast_failover;
  if (flags.pool_wait_timeout_secs) {
    result.pool_wait = std::chrono::seconds{*flags.pool_wait_timeout_secs};
  }
  return result;
}

} // namespace faucet
