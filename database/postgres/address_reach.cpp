#include "database/postgres/address_reach.hpp"

#include "database/postgres/listed_hosts.hpp"
#include "database/postgres/said_options.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace faucet {

namespace {

using namespace std::string_view_literals;

constexpr std::array file_keywords{"passfile"sv,    "sslcert"sv, "sslkey"sv,
                                   "sslrootcert"sv, "sslcrl"sv,  "sslcrldir"sv};

bool is_socket(std::string_view host) {
  return host.starts_with('/');
}

void add(std::string host, pg_reach& into) {
  if (is_socket(host)) {
    into.files.push_back(std::move(host));
    host = "localhost";
  }
  if (!host.empty()) {
    into.hosts.push_back(std::move(host));
  }
}

} // namespace

pg_reach pg_reach_of(const std::string& address) {
  auto said = options_said_in(address);
  pg_reach result;
  for (auto keyword : file_keywords) {
    if (auto file = said.find(keyword); file != said.end()) {
      result.files.push_back(file->second);
    }
  }
  result.by_service = said.contains("service");
  const auto& names = said["host"];
  const auto& addresses = said["hostaddr"];
  result.names_host = !names.empty() || !addresses.empty();
  for (const auto& hosts : {listed_hosts(names, addresses), listed(addresses)}) {
    for (const auto& host : hosts) {
      add(host, result);
    }
  }
  return result;
}

} // namespace faucet
