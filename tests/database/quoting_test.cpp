#include "database/quoting.hpp"
#include "tests/catch.hpp"

using namespace faucet;

TEST_CASE("a name in double quotes is a name, whatever is in it") {
  CHECK(sql_identifier("a") == R"("a")");
  CHECK(sql_identifier("Updated At") == R"("Updated At")");
  CHECK(sql_identifier(R"(a" OR 1=1 --)") == R"("a"" OR 1=1 --")");
}
