#include "connectors/sql/overwrite_names.hpp"
#include "tests/catch.hpp"

using namespace faucet;
using namespace std::chrono_literals;

TEST_CASE("a staging table is named after its table and the time of the run") {
  auto now = std::chrono::system_clock::time_point{0x19a22966576ms};
  auto token = staging_token(now);
  CHECK(token.size() == 14);
  CHECK(token.substr(0, 12) == "019a22966576");
  CHECK(staging_name("orders", "019a2296657600") == "orders__faucet_ovw_019a2296657600");
}

TEST_CASE("a long table name is cut between characters so that the staging name fits") {
  std::string table(60, 'x');
  auto name = staging_name(table + "é", "019a2296657600", 63);
  CHECK(name.size() == 63);
  CHECK(name.ends_with("__faucet_ovw_019a2296657600"));
  CHECK(staging_name(std::string(35, 'x') + "é", "019a2296657600", 63).size() == 62);
}

TEST_CASE("a staging table is stale after seven days") {
  auto made = std::chrono::system_clock::now();
  auto name = staging_name("t", staging_token(made));
  CHECK_FALSE(is_stale_staging(name, "t", made + 24h * 7 - 1h));
  CHECK(is_stale_staging(name, "t", made + 24h * 7 + 1h));
  CHECK_FALSE(is_stale_staging(name, "other", made + 24h * 8));
  CHECK_FALSE(is_stale_staging("t__faucet_ovw", "t", made + 24h * 8));
  CHECK_FALSE(is_stale_staging("t__faucet_ovw_nothexadecimal", "t", made + 24h * 8));
}
