#include "database/postgres/bare_address.hpp"

#include "database/postgres/listed_hosts.hpp"

#include <libpq-fe.h>

#include <map>
#include <memory>
#include <string_view>
#include <vector>

namespace faucet {

namespace {

/// A path where no file can be; libpq passes over it silently.
constexpr auto no_file = "/dev/null/none";

void append(std::string& to, std::string_view keyword, std::string_view value) {
  to.append(to.empty() ? "" : " ").append(keyword).append("='");
  for (auto c : value) {
    to += c == '\'' || c == '\\' ? "\\" : "";
    to += c;
  }
  to += '\'';
}

std::string joined(const std::vector<std::string>& hosts) {
  std::string result;
  for (const auto& host : hosts) {
    result.append(&host == &hosts.front() ? "" : ",").append(host);
  }
  return result;
}

} // namespace

std::string bare_address(const std::string& address) {
  std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options{
    PQconninfoParse(address.c_str(), nullptr), PQconninfoFree};
  // For what is said here, be it empty, libpq looks nowhere else.
  std::map<std::string, std::string> said{
    {"password", ""}, {"passfile", no_file}, {"sslcert", no_file}, {"sslkey", no_file},
    {"host", ""},     {"hostaddr", ""},      {"port", "5432"},     {"dbname", ""}};
  for (auto* x = options.get(); x != nullptr && x->keyword != nullptr; ++x) {
    auto is_said = x->val != nullptr && *x->val != '\0';
    if (is_said || (x->val != nullptr && said.find(x->keyword) == said.end())) {
      said[x->keyword] = x->val;
    }
  }
  said["host"] = joined(listed_hosts(said["host"], said["hostaddr"]));
  std::string result;
  for (const auto& [keyword, value] : said) {
    append(result, keyword, value);
  }
  return result;
}

} // namespace faucet
