#include "database/postgres/address_reach.hpp"

#include "database/postgres/listed_hosts.hpp"

#include <libpq-fe.h>

#include <algorithm>
#include <array>
#include <memory>
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
  std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options{
    PQconninfoParse(address.c_str(), nullptr), PQconninfoFree};
  pg_reach result;
  std::string names;
  std::string addresses;
  for (auto* x = options.get(); x != nullptr && x->keyword != nullptr; ++x) {
    if (x->val == nullptr) {
      continue;
    }
    std::string_view keyword = x->keyword;
    if (keyword == "host") {
      names = x->val;
    } else if (keyword == "hostaddr") {
      addresses = x->val;
    } else if (keyword == "service") {
      result.by_service = true;
    } else if (std::ranges::find(file_keywords, keyword) != file_keywords.end()) {
      result.files.emplace_back(x->val);
    }
  }
  result.names_host = !names.empty() || !addresses.empty();
  for (const auto& hosts : {listed_hosts(names, addresses), listed(addresses)}) {
    for (const auto& host : hosts) {
      add(host, result);
    }
  }
  return result;
}

} // namespace faucet
