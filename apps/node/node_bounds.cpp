#include "apps/node/node_bounds.hpp"

#include "apps/node/history_access.hpp"
#include "apps/node/token_file.hpp"
#include "config/secret_managers.hpp"
#include "model/ascii_case.hpp"
#include "model/digit.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace faucet {

namespace {

using namespace std::string_view_literals;
namespace fs = std::filesystem;

constexpr std::array schemes{"postgres"sv, "postgresql"sv, "redis"sv, "rediss"sv};

tl::unexpected<error> refuse(const std::string& flag, const std::string& value, std::string what) {
  return fail(ec::invalid_config, std::move(what), flag + " " + value);
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '-' || c == '_'
         || c == '.';
}

/// A name or an address as requests and addresses write it, without port and brackets.
bool is_host(std::string_view text) {
  in6_addr any{};
  return !text.empty()
         && (std::ranges::all_of(text, is_name_character)
             || ::inet_pton(AF_INET6, std::string{text}.c_str(), &any) == 1);
}

expected<void> check_hosts(const char* flag, const std::vector<std::string>& hosts) {
  auto wrong = std::ranges::find_if_not(hosts, is_host);
  return wrong == hosts.end()
           ? expected<void>{}
           : refuse(flag, *wrong, "is no host: a name or an address, without a port");
}

/// "https://host" or "https://host:port", as browsers say it.
bool is_origin(std::string_view text) {
  auto scheme = text.find("://");
  if (scheme == std::string_view::npos || scheme == 0) {
    return false;
  }
  auto rest = text.substr(scheme + 3);
  auto colon = rest.rfind(':');
  if (colon != std::string_view::npos && colon >= rest.rfind(']') + 1) {
    auto port = rest.substr(colon + 1);
    if (port.empty() || !std::ranges::all_of(port, is_digit)) {
      return false;
    }
    rest = rest.substr(0, colon);
  }
  return rest.starts_with('[') && rest.ends_with(']') ? is_host(rest.substr(1, rest.size() - 2))
                                                      : is_host(rest);
}

expected<void> check_origins(const char* flag, const std::vector<std::string>& origins) {
  auto wrong = std::ranges::find_if_not(origins, is_origin);
  return wrong == origins.end()
           ? expected<void>{}
           : refuse(flag, *wrong, "is no origin: https://host or https://host:port");
}

expected<void> check_variables(const std::vector<std::string>& names) {
  auto wrong = std::ranges::find_if(
    names, [](const auto& x) { return x.empty() || x.find_first_of("= \t") != x.npos; });
  return wrong == names.end()
           ? expected<void>{}
           : refuse("--allow-env", *wrong, "is no name of a variable, without a value");
}

expected<void> check_schemes(const std::vector<std::string>& given) {
  for (const auto& scheme : given) {
    if (!contains_but_for_case(schemes, scheme)) {
      return refuse("--allow-url-scheme", scheme,
                    "is a scheme of no connector: postgres, redis or rediss");
    }
  }
  return {};
}

expected<void> check_secret_schemes(const std::vector<std::string>& given) {
  auto wrong = std::ranges::find_if_not(given, is_secret_manager);
  return wrong == given.end() ? expected<void>{}
                              : refuse("--allow-secret-scheme", *wrong,
                                       "is no secret manager: vault, aws-sm, gcp-sm or azure-kv");
}

expected<std::vector<fs::path>> roots_of(const std::vector<std::string>& given) {
  std::vector<fs::path> result;
  for (const auto& root : given) {
    std::error_code failed;
    if (!fs::is_directory(root, failed)) {
      return refuse("--allow-path-root", root, "is no folder");
    }
    result.emplace_back(root);
  }
  return result;
}

std::vector<fs::path> own_files_of(const node_flags& flags, const access_settings& access,
                                   const std::string& history) {
  auto result = files_of_history(history);
  result.push_back(token_file_in(access.token_folder));
  std::ranges::copy(access.token_files, std::back_inserter(result));
  for (const auto& path : {flags.auth_config.value_or(""), flags.mesh.ca, flags.mesh.certificate,
                           flags.mesh.key, flags.default_config, flags.env_file}) {
    if (!path.empty()) {
      result.emplace_back(path);
    }
  }
  return result;
}

/// What lets in whoever reads it, unless --allow-env says that pipelines may.
std::vector<std::string> own_variables_of(const node_flags& flags, const access_settings& access,
                                          const std::string& history) {
  auto result = access.token_variables;
  for (auto& name : variables_of_history(history)) {
    if (std::ranges::find(flags.allowed_variables, name) == flags.allowed_variables.end()) {
      result.push_back(std::move(name));
    }
  }
  return result;
}

} // namespace

expected<bound_settings> bounds_of(const node_flags& flags, const access_settings& access,
                                   const std::string& history) {
  auto roots = roots_of(flags.path_roots);
  if (!roots) {
    return fail(std::move(roots));
  }
  auto ok = check_schemes(flags.url_schemes)
              .and_then([&] { return check_secret_schemes(flags.secret_schemes); })
              .and_then([&] { return check_hosts("--allow-url-host", flags.url_hosts); })
              .and_then([&] { return check_variables(flags.allowed_variables); });
  if (!ok) {
    return fail(std::move(ok));
  }
  return bound_settings{.own_files = own_files_of(flags, access, history),
                        .roots = std::move(*roots),
                        .url_schemes = flags.url_schemes,
                        .secret_schemes = flags.secret_schemes,
                        .url_hosts = flags.url_hosts,
                        .variables = flags.allowed_variables,
                        .own_variables = own_variables_of(flags, access, history)};
}

expected<void> check_allowed_names(const node_flags& flags) {
  return check_origins("--allowed-origin", flags.allowed_origins)
    .and_then([&] { return check_origins("--cors-origin", flags.cors_origins); })
    .and_then([&] { return check_hosts("--allowed-host", flags.allowed_hosts); })
    .and_then([&] { return check_hosts("--callback-allow-host", flags.callback_hosts); });
}

} // namespace faucet
