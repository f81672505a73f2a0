#include "database/postgres/bare_address.hpp"

#include <libpq-fe.h>

#include <map>
#include <memory>
#include <string_view>

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

/// A host without a name is a socket of this machine, which knows who asks.
std::string named_hosts(std::string_view listed) {
  std::string result;
  for (auto is_last = false; !is_last;) {
    auto comma = listed.find(',');
    auto host = listed.substr(0, comma);
    result.append(result.empty() ? "" : ",").append(host.empty() ? "localhost" : host);
    is_last = comma == std::string_view::npos;
    listed.remove_prefix(is_last ? listed.size() : comma + 1);
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
  if (said["hostaddr"].empty()) {
    said["host"] = named_hosts(said["host"]);
  }
  std::string result;
  for (const auto& [keyword, value] : said) {
    append(result, keyword, value);
  }
  return result;
}

} // namespace faucet
