#include "apps/node/history_access.hpp"

#include "database/address.hpp"
#include "database/postgres/address_reach.hpp"
#include "database/sqlite/address.hpp"

#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace faucet {

namespace {

namespace fs = std::filesystem;

/// Where libpq looks for what an address does not name.
struct usual_file {
  const char* variable;
  const char* below_home;
};

constexpr std::array usual_files{usual_file{"PGPASSFILE", ".pgpass"},
                                 usual_file{"PGSERVICEFILE", ".pg_service.conf"},
                                 usual_file{"PGSSLCERT", ".postgresql/postgresql.crt"},
                                 usual_file{"PGSSLKEY", ".postgresql/postgresql.key"}};

constexpr auto usual_sockets = "/var/run/postgresql";
constexpr auto usual_settings = "/etc/postgresql-common";

std::string variable_or_empty(const char* name) {
  const auto* value = std::getenv(name);
  return value == nullptr ? std::string{} : value;
}

/// As libpq asks for it; empty where nobody knows.
fs::path home_of_user() {
  if (auto home = variable_or_empty("HOME"); !home.empty()) {
    return home;
  }
  const auto* user = ::getpwuid(::geteuid());
  return user == nullptr || user->pw_dir == nullptr ? "" : user->pw_dir;
}

/// Whether they are there already or not.
void add_usual_places(const pg_reach& reach, std::vector<fs::path>& into) {
  auto home = home_of_user();
  for (const auto& x : usual_files) {
    if (auto named = variable_or_empty(x.variable); !named.empty()) {
      into.emplace_back(std::move(named));
    } else if (!home.empty()) {
      into.push_back(home / x.below_home);
    }
  }
  auto settings = variable_or_empty("PGSYSCONFDIR");
  into.push_back((settings.empty() ? fs::path{usual_settings} : fs::path{settings})
                 / "pg_service.conf");
  if (reach.names_host) {
    return;
  }
  auto host = variable_or_empty("PGHOST");
  if (host.empty() || host.starts_with('/')) {
    into.emplace_back(host.empty() ? usual_sockets : host);
  }
}

} // namespace

std::vector<fs::path> files_of_history(const std::string& history) {
  std::vector<fs::path> result;
  if (!history.starts_with(sqlite_scheme)) {
    auto reach = pg_reach_of(history);
    result.assign(reach.files.begin(), reach.files.end());
    add_usual_places(reach, result);
  } else if (auto address = parse_sqlite_address(history)) {
    for (const auto* ending : {"", "-wal", "-shm", "-journal"}) {
      result.emplace_back(address->path + ending);
    }
  }
  return result;
}

std::vector<std::string> variables_of_history(const std::string& history) {
  constexpr auto password = "PGPASSWORD";
  auto is_needed = !history.starts_with(sqlite_scheme) && without_password(history) == history;
  return is_needed && !variable_or_empty(password).empty() ? std::vector<std::string>{password}
                                                           : std::vector<std::string>{};
}

} // namespace faucet
