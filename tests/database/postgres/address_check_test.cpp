#include "database/postgres/address_check.hpp"
#include "tests/catch.hpp"

using namespace faucet;

TEST_CASE("an address that no server can have is told from one whose server is not there") {
  for (const auto& [address, why] : std::vector<std::pair<std::string, std::string>>{
         {"postgres://h:99999/x", "the port is no number from 1 to 65535"},
         {"postgres://h:0/x", "the port is no number from 1 to 65535"},
         {"postgres://h:5432x/x", "the port is no number from 1 to 65535"},
         {"postgres://a:1,b:x/x", "the port is no number from 1 to 65535"},
         {"host=a,b port=1,2,3", "3 ports for 2 hosts"},
         {"postgres://h/x?sslmode=never",
          "sslmode is one of disable, allow, prefer, require, verify-ca, verify-full, not "
          "\"never\""},
         {"postgres://h/x?target_session_attrs=both",
          "target_session_attrs is one of any, read-write, read-only, primary, standby, "
          "prefer-standby, not \"both\""},
         {"postgres://h/x?connect_timeout=soon", "connect_timeout is a whole number, not \"soon\""},
       }) {
    INFO(address);
    auto checked = check_pg_address(address);
    REQUIRE_FALSE(checked);
    CHECK(checked.error().code == ec::invalid_config);
    CHECK(checked.error().what == why);
  }
  for (const auto* address :
       {"postgres://h/x", "postgres://h:65535/x?sslmode=verify-full&connect_timeout=3",
        "postgres://a,b:5433/x?target_session_attrs=read-write", "postgres://[::1]:1/x",
        "host=a,b port=5433", "host=h ssl_min_protocol_version=tlsv1.2",
        "postgres:///x?host=/run/postgresql&keepalives=0", "dbname=x"}) {
    INFO(address);
    CHECK(check_pg_address(address));
  }
}
