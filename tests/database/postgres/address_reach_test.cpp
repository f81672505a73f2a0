#include "database/postgres/address_reach.hpp"
#include "tests/catch.hpp"

using namespace faucet;

TEST_CASE("an address leads to every host that it lists, and to this machine for one without a "
          "name") {
  using texts = std::vector<std::string>;
  auto hosts = [](const char* address) { return pg_reach_of(address).hosts; };
  CHECK(hosts("host=db.allowed,") == texts{"db.allowed", "localhost"});
  CHECK(hosts("host=,db.allowed") == texts{"localhost", "db.allowed"});
  CHECK(hosts("postgres://a,,b/d") == texts{"a", "localhost", "b"});
  CHECK(hosts("hostaddr=10.0.0.1") == texts{"10.0.0.1"});
  CHECK(hosts("hostaddr=10.0.0.1,") == texts{"localhost", "10.0.0.1"});
  CHECK(hosts("postgres:///d?hostaddr=,") == texts{"localhost", "localhost"});
  CHECK(hosts("host=a,b hostaddr=10.0.0.1,") == texts{"a", "b", "10.0.0.1"});
  CHECK(hosts("host=a hostaddr=10.0.0.1,10.0.0.2") == texts{"a", "10.0.0.1", "10.0.0.2"});
  CHECK(hosts("user=me") == texts{"localhost"});
  CHECK(pg_reach_of("host=/run/sockets").hosts == texts{"localhost"});
  CHECK(pg_reach_of("host=/run/sockets").files == texts{"/run/sockets"});
  CHECK_FALSE(pg_reach_of("host='' hostaddr=''").names_host);
  CHECK(pg_reach_of("hostaddr=10.0.0.1").names_host);
}
