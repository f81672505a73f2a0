#include "apps/node/node_flags.hpp"

#include "apps/program/option_checks.hpp"

#include <CLI/CLI.hpp>

#include <cctype>
#include <limits>

namespace faucet {

namespace {

constexpr uint64_t day = 86'400;
constexpr uint64_t century = 36'525 * day;

/// Declares flags of one group.
class flag_group {
public:
  flag_group(CLI::App& command, std::string name) : command_(command), name_(std::move(name)) {
    // nop
  }

  template <class T>
  CLI::Option* value(const std::string& flag, T& into, const std::string& help) {
    return command_.add_option(flag, into, help)->group(name_)->envname(variable_of(flag));
  }

  /// May be given several times, or once with commas.
  CLI::Option* list(const std::string& flag, std::vector<std::string>& into,
                    const std::string& help) {
    return value(flag, into, help + " (may be repeated)")
      ->delimiter(',')
      ->take_all()
      ->allow_extra_args(false);
  }

  template <class T>
  CLI::Option* seconds(const std::string& flag, T& into, uint64_t least, uint64_t most,
                       const std::string& help) {
    return value(flag, into, help)->check(whole_number(least, most));
  }

  CLI::Option* on(const std::string& flag, bool& into, const std::string& help) {
    return command_.add_flag(flag, into, help)->group(name_)->envname(variable_of(flag));
  }

private:
  CLI::App& command_;
  std::string name_;
};

void add_access_flags(CLI::App& command, node_flags& x) {
  flag_group group{command, "Who may ask"};
  group.value("--auth-token", x.auth_token, "The one token, of an admin");
  group.value("--read-token", x.read_token, "Token of a viewer");
  group.value("--write-token", x.write_token, "Token of an operator");
  group.value("--admin-token", x.admin_token, "Token of an admin");
  group.value("--auth-config", x.auth_config, "File of principals: name, token, role");
  group.on("--no-auth", x.no_auth, "Everybody is an admin; for loopback");
  group.on("--allow-unauthenticated-network", x.allow_unauthenticated_network,
           "Allow --no-auth beyond loopback");
}

void add_http_flags(CLI::App& command, node_flags& x) {
  flag_group group{command, "Requests"};
  group.value("--listen", x.listen, "HOST:PORT to wait for requests at")->capture_default_str();
  group.list("--cors-origin", x.cors_origins, "Origin that browsers may ask from");
  group.list("--allowed-host", x.allowed_hosts,
             "The only names, without ports, that requests may call the node by");
  group.list("--allowed-origin", x.allowed_origins,
             "The only origins whose pages may change anything, beside those of --cors-origin");
  group.value("--body-limit-bytes", x.body_limit_bytes, "The largest body; more is refused")
    ->check(whole_number(1, uint64_t{1} << 30))
    ->capture_default_str();
  group.value("--default-config", x.default_config,
              "Pipeline file that is laid under every submitted one");
  group.list("--callback-allow-host", x.callback_hosts, "The only hosts that callbacks may go to");
  group.value("--env-file", x.env_file, "File of variables for ${env:} (default: .env, if any)");
  group.on("--no-env-file", x.no_env_file, "Do not read .env");
}

void add_bound_flags(CLI::App& command, node_flags& x) {
  flag_group group{command, "What submitted pipelines may reach"};
  group.list("--allow-env", x.allowed_variables, "The only variables that they may read");
  group.list("--allow-path-root", x.path_roots,
             "The only folders below which they may touch files");
  group.list("--allow-url-scheme", x.url_schemes,
             "The only schemes of servers: postgres, redis, rediss");
  group.list("--allow-url-host", x.url_hosts,
             "The only hosts of servers (default: any that is not link-local)");
  group.list("--allow-secret-scheme", x.secret_schemes,
             "The only secret managers: vault, aws-sm, gcp-sm, azure-kv (default: none)");
}

void add_work_flags(CLI::App& command, node_flags& x) {
  flag_group group{command, "Work"};
  group.value("--max-concurrent-runs", x.max_concurrent_runs, "Runs that it executes at a time")
    ->check(whole_number(1, 10'000))
    ->capture_default_str();
  group
    .value("--max-queued-runs", x.max_queued_runs,
           "Waiting runs beyond which submissions are refused (default: 8 times as many)")
    ->check(whole_number(1));
  group
    .seconds("--shutdown-grace-secs", x.shutdown_grace_secs, 1, day,
             "How long runs may take to end once the node is told to leave")
    ->capture_default_str();
  group
    .seconds("--probe-timeout-secs", x.probe_timeout_secs, 1, 3600,
             "How long the probes of a submission with doctor_first may take")
    ->capture_default_str();
}

void add_history_flags(CLI::App& command, node_flags& x) {
  flag_group group{command, "History"};
  group.value("--history", x.history,
              "sqlite:PATH, postgres://… or postgresql://… (default: sqlite:./faucet.db)");
  group
    .seconds("--retain-terminal-runs-secs", x.retain_terminal_runs_secs, 1, century,
             "How long runs are kept after their end")
    ->capture_default_str();
  group
    .seconds("--idempotency-retention-secs", x.idempotency_retention_secs, 0, century,
             "How long idempotency keys are kept; 0: they mean nothing")
    ->capture_default_str();
  group
    .seconds("--log-retention-secs", x.log_retention_secs, 0, century,
             "How long logs of runs are kept; 0: not at all")
    ->capture_default_str();
  group
    .value("--log-max-lines-per-run", x.log_max_lines_per_run,
           "Lines of one run that are kept; 0: none")
    ->check(whole_number(0, 100'000'000))
    ->capture_default_str();
}

void add_vault_flags(CLI::App& command, node_flags& x) {
  flag_group group{command, "Sealing"};
  group
    .value("--vault-key", x.vault_key,
           "Seals stored pipelines and secret params: 32 bytes at least, the same on all members")
    ->envname(vault_key_variable);
  group
    .value("--vault-previous-key", x.vault_previous_keys,
           "A key of before, which only opens (may be repeated; the variable parts keys at commas)")
    ->take_all()
    ->allow_extra_args(false)
    ->envname(vault_previous_keys_variable);
}

void add_cluster_flags(CLI::App& command, node_flags& x) {
  flag_group group{command, "Cluster"};
  group.on("--cluster", x.cluster, "Share the runs of the history with other nodes");
  group
    .seconds("--cluster-poll-secs", x.cluster_poll_secs, 1, 3600,
             "Between two looks for waiting runs and cancels")
    ->capture_default_str();
  group
    .value("--cluster-max-attempts", x.cluster_max_attempts,
           "Executions of one run, those of dead nodes included")
    ->check(whole_number(1, std::numeric_limits<uint32_t>::max()))
    ->capture_default_str();
  group
    .seconds("--lease-ttl-secs", x.lease_ttl_secs, 1, day,
             "How long a run stays with a node that says nothing")
    ->capture_default_str();
  group.list("--pool", x.pools, "Pool that it serves (default: default)")
    ->envname("FAUCET_SERVE_POOLS");
  group.seconds("--pool-wait-timeout-secs", x.pool_wait_timeout_secs, 1, century,
                "Fail runs that wait for longer in a pool that nobody serves");
  group.on("--no-fast-failover", x.no_fast_failover,
           "Let leases alone tell who is dead, also where the mesh knows it sooner");
}

void add_mesh_flags(CLI::App& command, mesh_flags& x) {
  flag_group group{command, "Mesh between the nodes of a cluster"};
  group.value("--mesh", x.mesh, "HOST:PORT to wait for other nodes at; port 0: any")
    ->capture_default_str();
  group.value("--mesh-advertise", x.advertise,
              "HOST:PORT at which other nodes reach this one (default: that of --mesh)");
  group.list("--join", x.join, "HOST:PORT of a node, beside those that the history names");
  group.value("--mesh-ca", x.ca, "PEM file of who signs the certificates of all nodes");
  group.value("--mesh-cert", x.certificate,
              "PEM file of this node's certificate, made out for where it is reached");
  group.value("--mesh-key", x.key, "PEM file of its key");
  group.on("--mesh-insecure", x.insecure, "Allow a mesh without TLS beyond loopback");
  group.on("--no-mesh", x.off, "No mesh: the history alone tells of other nodes");
}

} // namespace

std::string variable_of(std::string_view flag) {
  std::string result = "FAUCET_SERVE_";
  for (auto c : flag.substr(2)) {
    result += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return result;
}

std::shared_ptr<node_flags> add_node_flags(CLI::App& command) {
  auto result = std::make_shared<node_flags>();
  add_http_flags(command, *result);
  add_bound_flags(command, *result);
  add_access_flags(command, *result);
  add_work_flags(command, *result);
  add_history_flags(command, *result);
  add_vault_flags(command, *result);
  add_cluster_flags(command, *result);
  add_mesh_flags(command, result->mesh);
  return result;
}

} // namespace faucet
