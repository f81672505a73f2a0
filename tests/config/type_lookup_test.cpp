#include "config/type_lookup.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

std::string failure(const std::string& type, std::string_view role) {
  static constexpr std::string_view known[] = {"csv", "postgres"};
  auto found = find_type(node{type}, known, role);
  return found ? std::string{known[*found]} : render(found.error());
}

} // namespace

TEST_CASE("a type is found, or told with the nearest one and all there are") {
  CHECK(failure("csv", "source") == "csv");
  CHECK(failure("csw", "source")
        == "unknown source type \"csw\"; did you mean \"csv\"? (known: csv, postgres)");
}

TEST_CASE("a type of the grammar that is not built yet is told as such") {
  CHECK(failure("postgres", "source") == "postgres");
  CHECK(failure("kafka", "source")
        == "source type \"kafka\" is not supported yet by this build (known: csv, postgres)");
  CHECK(failure("sql", "transform")
        == "transform type \"sql\" is not supported yet by this build (known: csv, postgres)");
  CHECK(failure("redis", "state store")
        == "state store type \"redis\" is not supported yet by this build (known: csv, postgres)");
  CHECK(failure("sql", "sink") == "unknown sink type \"sql\" (known: csv, postgres)");
}
