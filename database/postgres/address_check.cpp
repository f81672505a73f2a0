#include "database/postgres/address_check.hpp"

#include "database/address.hpp"
#include "database/postgres/option_check.hpp"
#include "database/postgres/said_options.hpp"

#include <libpq-fe.h>

#include <memory>
#include <string>

namespace faucet {

namespace {

/// What libpq has against an address; empty where it takes it.
std::string complaint(const std::string& address) {
  char* text = nullptr;
  std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options{
    PQconninfoParse(address.c_str(), &text), PQconninfoFree};
  std::unique_ptr<char, decltype(&PQfreemem)> owner{text, PQfreemem};
  std::string result;
  if (!options) {
    result = text == nullptr ? "out of memory" : text;
    result.erase(result.find_last_not_of("\n. ") + 1);
  }
  return result;
}

/// A user part with a bare "@" or "/" is cut in the wrong place: the rest becomes the host.
bool user_part_is_cut(std::string_view address) {
  auto scheme = address.find("://");
  if (scheme == std::string_view::npos) {
    return false;
  }
  auto authority = address.substr(scheme + 3);
  authority = authority.substr(0, authority.find('?'));
  auto first = authority.find_first_of("@/");
  auto last = authority.rfind('@');
  return last != std::string_view::npos && first < last;
}

/// Of an address that is wrong, what holds no password whatever is wrong with it.
std::string shown_part(const std::string& address) {
  auto is_url = address.find("://") != std::string::npos;
  return is_url ? without_password(address.substr(0, address.find('?'))) : std::string{};
}

} // namespace

expected<void> check_pg_address(const std::string& address) {
  auto shown = shown_part(address);
  if (address.empty()) {
    return fail(ec::invalid_config, "the address of the PostgreSQL server is empty");
  }
  // libpq takes anything else for the name of a database on this machine.
  if (!address.starts_with("postgres://") && !address.starts_with("postgresql://")
      && address.find('=') == std::string::npos) {
    return fail(ec::invalid_config, "the address must start with \"postgres://\"", shown);
  }
  if (user_part_is_cut(address)) {
    return fail(ec::invalid_config,
                "user or password hold a \"@\" or \"/\", which a URL writes as %40 or %2F", shown);
  }
  if (auto wrong = complaint(address); !wrong.empty()) {
    auto rest = complaint(without_password(address));
    return fail(ec::invalid_config,
                rest.empty() ? "user or password are not written as a URL wants them" : rest,
                shown);
  }
  if (auto wrong = wrong_pg_option(address); !wrong.empty()) {
    return fail(ec::invalid_config, std::move(wrong), shown);
  }
  return {};
}

std::string pg_database_of(const std::string& address) {
  auto options = options_said_in(address);
  auto said = [&options](std::string_view keyword) {
    auto found = options.find(keyword);
    return found == options.end() ? std::string{} : found->second;
  };
  auto host = said("host");
  auto port = said("port");
  auto database = said("dbname");
  return (host.empty() ? said("hostaddr") : host) + ":" + (port.empty() ? "5432" : port) + "/"
         + (database.empty() ? said("user") : database);
}

} // namespace faucet
