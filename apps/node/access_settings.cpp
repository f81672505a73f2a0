#include "apps/node/access_settings.hpp"

#include "apps/node/gateway/auth_file.hpp"
#include "apps/node/refused_flag.hpp"
#include "config/environment.hpp"
#include "database/sqlite/address.hpp"

#include <array>
#include <cstdlib>
#include <map>

namespace faucet {

namespace {

struct given_token {
  const char* flag;
  const std::optional<std::string>& value;
  principal who;
};

std::array<given_token, 4> tokens_of(const node_flags& flags) {
  return {{
    {"--auth-token", flags.auth_token, {"admin", role::admin}},
    {"--read-token", flags.read_token, {"viewer", role::viewer}},
    {"--write-token", flags.write_token, {"operator", role::operator_}},
    {"--admin-token", flags.admin_token, {"admin", role::admin}},
  }};
}

/// A token that is empty where it was meant to be given would leave a door open.
expected<void> check_tokens(const node_flags& flags) {
  std::map<std::string, const char*> seen;
  for (const auto& token : tokens_of(flags)) {
    auto variable = variable_of(token.flag);
    const auto* given = std::getenv(variable.c_str());
    if (!token.value && given != nullptr && *given == '\0') {
      return refused_flag(variable, "is empty");
    }
    if (!token.value) {
      continue;
    }
    if (token.value->empty()) {
      return refused_flag(token.flag, "is empty");
    }
    if (token.value->find_first_of(" \t\r\n") != std::string::npos) {
      return refused_flag(token.flag, "holds a blank, which no request can carry");
    }
    auto [other, is_new] = seen.emplace(*token.value, token.flag);
    if (!is_new) {
      return refused_flag(token.flag, std::string{"is the same token as "} + other->second);
    }
  }
  return {};
}

/// The ways to say who may ask, of which one may be chosen.
std::vector<std::string> ways_chosen(const node_flags& flags) {
  std::vector<std::string> result;
  auto choose = [&result](bool is_chosen, const char* name) {
    if (is_chosen) {
      result.emplace_back(name);
    }
  };
  choose(flags.auth_token.has_value(), "--auth-token");
  choose(flags.read_token || flags.write_token || flags.admin_token,
         "--read-token, --write-token and --admin-token");
  choose(flags.auth_config.has_value(), "--auth-config");
  choose(flags.no_auth, "--no-auth");
  return result;
}

expected<void> check_openness(const node_flags& flags, const listen_address& listen) {
  if (listen.is_loopback()) {
    return {};
  }
  if (flags.no_auth && !flags.allow_unauthenticated_network) {
    return refused_flag("--no-auth", "would let everybody on the network in (--listen "
                                       + listen.text()
                                       + "); add --allow-unauthenticated-network if that is meant");
  }
  if (ways_chosen(flags).empty()) {
    return refused_flag(
      "--listen " + listen.text(),
      "a node that others can reach needs --auth-token, --read-token, --write-token, "
      "--admin-token or --auth-config");
  }
  return {};
}

/// The folder of a history that is a file; else the current one.
std::filesystem::path folder_of(const std::string& history) {
  if (history.starts_with(sqlite_scheme)) {
    if (auto address = parse_sqlite_address(history)) {
      return std::filesystem::path{address->path}.parent_path();
    }
  }
  return {};
}

} // namespace

expected<access_settings> access_of(const node_flags& flags, const listen_address& listen,
                                    const std::string& history) {
  if (auto ok = check_tokens(flags); !ok) {
    return fail(std::move(ok));
  }
  auto ways = ways_chosen(flags);
  if (ways.size() > 1) {
    return refused_flag(ways[0], "cannot be combined with " + ways[1]);
  }
  if (auto ok = check_openness(flags, listen); !ok) {
    return fail(std::move(ok));
  }
  access_settings result{
    .is_open = flags.no_auth, .makes_token = ways.empty(), .token_folder = folder_of(history)};
  for (const auto& token : tokens_of(flags)) {
    if (token.value) {
      result.known.push_back({token.who, *token.value});
    }
  }
  if (flags.auth_config) {
    auto known = load_auth_file(*flags.auth_config, environment::of_process());
    if (!known) {
      return fail(std::move(known));
    }
    result.known = std::move(known->credentials);
    result.token_files = std::move(known->files);
    result.token_variables = std::move(known->variables);
  }
  return result;
}

} // namespace faucet
