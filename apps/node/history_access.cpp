#include "apps/node/history_access.hpp"

#include "database/address.hpp"
#include "database/postgres/address_reach.hpp"
#include "database/sqlite/address.hpp"

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

std::string variable(const char* name) {
  const auto* value = std::getenv(name);
  return value == nullptr ? std::string{} : value;
}

void add_usual_places(const pg_reach& reach, std::vector<fs::path>& into) {
  auto home = variable("HOME");
  for (const auto& x : usual_files) {
    auto named = variable(x.variable);
    auto file = named.empty() ? fs::path{home} / x.below_home : fs::path{named};
    std::error_code unknown; // then nobody here reads it
    if (fs::exists(file, unknown)) {
      into.push_back(std::move(file));
    }
  }
  if (reach.names_host) {
    return;
  }
  auto host = variable("PGHOST");
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
  return is_needed && !variable(password).empty() ? std::vector<std::string>{password}
                                                  : std::vector<std::string>{};
}

} // namespace faucet
