#include "database/postgres/bare_address.hpp"

#include "database/postgres/listed_hosts.hpp"
#include "database/postgres/said_options.hpp"

#include <string_view>
#include <utility>
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
  // For what is said here, be it empty, libpq looks nowhere else.
  auto said = options_said_in(address);
  constexpr std::pair<const char*, const char*> instead[]{
    {"password", ""}, {"passfile", no_file}, {"sslcert", no_file}, {"sslkey", no_file},
    {"host", ""},     {"hostaddr", ""},      {"port", "5432"},     {"dbname", ""}};
  for (const auto& [keyword, value] : instead) {
    if (auto& known = said[keyword]; known.empty()) {
      known = value;
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
