#include "database/postgres/address_reach.hpp"

#include <libpq-fe.h>

#include <algorithm>
#include <array>
#include <memory>
#include <sstream>
#include <string_view>

namespace faucet {

namespace {

using namespace std::string_view_literals;

constexpr std::array file_keywords{"passfile"sv,    "sslcert"sv, "sslkey"sv,
                                   "sslrootcert"sv, "sslcrl"sv,  "sslcrldir"sv};

bool is_socket(std::string_view host) {
  return host.starts_with('/');
}

void add_hosts(const std::string& listed, pg_reach& into) {
  std::istringstream names{listed};
  for (std::string name; std::getline(names, name, ',');) {
    if (is_socket(name)) {
      into.files.push_back(name);
      name.clear();
    }
    into.hosts.push_back(name.empty() ? "localhost" : name);
  }
}

} // namespace

pg_reach pg_reach_of(const std::string& address) {
  std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options{
    PQconninfoParse(address.c_str(), nullptr), PQconninfoFree};
  pg_reach result;
  for (auto* x = options.get(); x != nullptr && x->keyword != nullptr; ++x) {
    if (x->val == nullptr) {
      continue;
    }
    std::string_view keyword = x->keyword;
    if (keyword == "host" || keyword == "hostaddr") {
      add_hosts(x->val, result);
    } else if (keyword == "service") {
      result.by_service = true;
    } else if (std::ranges::find(file_keywords, keyword) != file_keywords.end()) {
      result.files.emplace_back(x->val);
    }
  }
  result.names_host = !result.hosts.empty();
  if (result.hosts.empty()) {
    result.hosts.emplace_back("localhost");
  }
  return result;
}

} // namespace faucet
