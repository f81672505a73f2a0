#include "apps/node/node_bounds.hpp"

#include "apps/node/history_access.hpp"
#include "apps/node/token_file.hpp"
#include "model/ascii_case.hpp"

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

/// A name or an address, without port and brackets.
bool is_host(const std::string& text) {
  in6_addr any{};
  return !text.empty() && text.find_first_of(" \t/@?#[]") == std::string::npos
         && (text.find(':') == std::string::npos || ::inet_pton(AF_INET6, text.c_str(), &any) == 1);
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
  return scheme != std::string_view::npos && scheme > 0 && text.size() > scheme + 3
         && text.find_first_of(" \t/@?#", scheme + 3) == std::string_view::npos;
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
  auto ok = check_schemes(flags.url_schemes).and_then([&] {
    return check_hosts("--allow-url-host", flags.url_hosts);
  });
  if (!ok) {
    return fail(std::move(ok));
  }
  return bound_settings{.own_files = own_files_of(flags, access, history),
                        .roots = std::move(*roots),
                        .url_schemes = flags.url_schemes,
                        .url_hosts = flags.url_hosts,
                        .variables = flags.allowed_variables,
                        .own_variables = own_variables_of(flags, access, history)};
}

expected<void> check_allowed_names(const node_flags& flags) {
  auto wrong = std::ranges::find_if_not(flags.allowed_origins, is_origin);
  if (wrong != flags.allowed_origins.end()) {
    return refuse("--allowed-origin", *wrong, "is no origin: https://host or https://host:port");
  }
  return check_hosts("--allowed-host", flags.allowed_hosts);
}

} // namespace faucet
