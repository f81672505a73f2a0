#include "cluster/mesh/settings.hpp"

#include "cluster/link/hello.hpp"

namespace faucet {
namespace {

expected<std::optional<credential_files>> read_credentials(const mesh_flags& flags) {
  auto given = [](const std::string& path) { return path.empty() ? 0 : 1; };
  switch (given(flags.ca) + given(flags.certificate) + given(flags.key)) {
    case 0:
      return std::optional<credential_files>();
    case 3:
      return std::optional(credential_files{flags.ca, flags.certificate, flags.key});
    default:
      return fail(ec::invalid_config,
                  "belong together: give all three, or none for a mesh that is not encrypted",
                  "--mesh-ca, --mesh-cert and --mesh-key");
  }
}

/// Where peers find a node that listens there.
expected<endpoint> read_advertised(const mesh_flags& flags, const endpoint& listen) {
  if (flags.advertise.empty() && is_wildcard(listen)) {
    return fail(ec::invalid_config,
                "peers cannot dial " + listen.host
                  + "; name the address at which they reach this "
                    "node with --mesh-advertise",
                "--mesh");
  }
  auto result = flags.advertise.empty() ? expected<endpoint>(listen)
                                        : parse_endpoint(flags.advertise, "--mesh-advertise");
  if (result && is_wildcard(*result)) {
    return fail(ec::invalid_config, "peers cannot dial " + result->host, "--mesh-advertise");
  }
  return result;
}

} // namespace

expected<std::optional<mesh_settings>> read_mesh_flags(const mesh_flags& flags) {
  if (flags.off) {
    return std::optional<mesh_settings>();
  }
  mesh_settings result;
  auto listen = parse_endpoint(flags.mesh, "--mesh");
  if (!listen) {
    return fail(std::move(listen));
  }
  result.listen = std::move(*listen);
  auto advertise = read_advertised(flags, result.listen);
  if (!advertise) {
    return fail(std::move(advertise));
  }
  result.advertise = std::move(*advertise);
  for (const auto& seed : flags.join) {
    auto place = parse_endpoint(seed, "--join");
    if (!place) {
      return fail(std::move(place));
    }
    result.join.push_back(std::move(*place));
  }
  auto credentials = read_credentials(flags);
  if (!credentials) {
    return fail(std::move(credentials));
  }
  result.credentials = std::move(*credentials);
  if (!result.credentials && !flags.insecure && !is_loopback(result.listen)) {
    return fail(ec::invalid_config,
                "listens beyond this machine without TLS; give --mesh-ca, --mesh-cert and "
                "--mesh-key, or --mesh-insecure where everybody who can reach "
                  + to_string(result.listen) + " may command this node",
                "--mesh");
  }
  return std::optional(std::move(result));
}

} // namespace faucet
