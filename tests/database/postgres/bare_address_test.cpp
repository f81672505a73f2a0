#include "database/postgres/bare_address.hpp"
#include "database/postgres/connection.hpp"
#include "model/percent_escapes.hpp"
#include "tests/services.hpp"
#include "tests/temp_folder.hpp"

#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <map>

using namespace faucet;

namespace {

/// Variables of this process that stand for a while.
class variables_for_now {
public:
  explicit variables_for_now(std::map<std::string, std::string> all) : all_(std::move(all)) {
    for (const auto& [name, value] : all_) {
      ::setenv(name.c_str(), value.c_str(), 1);
    }
  }

  ~variables_for_now() {
    for (const auto& [name, value] : all_) {
      ::unsetenv(name.c_str());
    }
  }

private:
  std::map<std::string, std::string> all_;
};

/// The test server's address in two: without its password, and that.
std::pair<std::string, std::string> apart() {
  auto whole = test::postgres_address();
  auto colon = whole.find(':', whole.find("://") + 3);
  auto at = whole.find('@');
  REQUIRE(colon < at);
  auto password = percent_decoded(whole.substr(colon + 1, at - colon - 1));
  REQUIRE(password);
  return {whole.substr(0, colon) + whole.substr(at), *password};
}

bool connects(const std::string& address, bool address_only) {
  return pg_connection::open({.address = address, .address_only = address_only}).has_value();
}

} // namespace

TEST_CASE("an address that counts alone takes no password of the process") {
  auto [address, password] = apart();
  CHECK_FALSE(connects(address, false));
  variables_for_now variables{{{"PGPASSWORD", password}}};
  CHECK(connects(address, false));
  CHECK_FALSE(connects(address, true));
  CHECK(connects(test::postgres_address(), true));
}

TEST_CASE("an address that counts alone takes no password of a file that it does not name") {
  auto [address, password] = apart();
  test::temp_folder folder;
  auto file = (folder / "passwords").string();
  auto colon = password.find(':');
  REQUIRE(colon != std::string::npos); // which such a file escapes
  std::ofstream{file} << "*:*:*:*:" << password.insert(colon, 1, '\\') << "\n";
  REQUIRE(::chmod(file.c_str(), 0600) == 0);
  variables_for_now variables{{{"PGPASSFILE", file}}};
  CHECK(connects(address, false));
  CHECK_FALSE(connects(address, true));
  CHECK(connects(address + "?passfile=" + file, true));
}

TEST_CASE("an address that counts alone takes nothing of a service of the process") {
  auto [address, password] = apart();
  test::temp_folder folder;
  auto file = (folder / "services").string();
  std::ofstream{file} << "[own]\npassword=" << password << "\n";
  variables_for_now variables{{{"PGSERVICEFILE", file}, {"PGSERVICE", "own"}}};
  CHECK(connects(address, false));
  CHECK_FALSE(connects(address, true));
  CHECK(connects(test::postgres_address(), true));
}

TEST_CASE("an address that counts alone leads where it says, or to this machine") {
  variables_for_now variables{{{"PGHOST", "db.example"}, {"PGHOSTADDR", "10.0.0.1"}}};
  CHECK(connects(test::postgres_address(), true));
  CHECK_THAT(bare_address("user=me"), Catch::Contains("host='localhost'")
                                        && Catch::Contains("hostaddr=''")
                                        && Catch::Contains("port='5432'"));
  CHECK_THAT(bare_address("host='' passfile='' sslcert=''"), Catch::Contains("host='localhost'")
                                                               && !Catch::Contains("passfile=''")
                                                               && !Catch::Contains("sslcert=''"));
  CHECK_THAT(bare_address("host=a,,b,"), Catch::Contains("host='a,localhost,b,localhost'"));
  CHECK_THAT(bare_address("hostaddr=10.0.0.2"),
             Catch::Contains("host=''") && Catch::Contains("hostaddr='10.0.0.2'"));
  CHECK_THAT(bare_address("postgres:///faucet?hostaddr=,"),
             Catch::Contains("host='localhost,localhost'") && Catch::Contains("hostaddr=','"));
  CHECK_THAT(bare_address("hostaddr=127.0.0.1,"), Catch::Contains("host=',localhost'"));
  CHECK_THAT(bare_address("host=a,, hostaddr=,10.0.0.2,"), Catch::Contains("host='a,,localhost'"));
  CHECK_THAT(bare_address("host=a hostaddr=10.0.0.2,"), Catch::Contains("host='a'"));
  CHECK_THAT(bare_address("postgres://u:a%27b%5Cc@h/d?sslmode=require"),
             Catch::Contains(R"(password='a\'b\\c')") && Catch::Contains("sslmode='require'"));
}
