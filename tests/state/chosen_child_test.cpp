#include "state/chosen_child.hpp"
#include "tests/catch.hpp"

#include <vector>

using namespace faucet;

namespace {

std::string chosen(std::string_view text, const std::vector<std::string>& stored = {}) {
  auto result = choose_child("shop::kid", text, stored);
  return result ? *result : "refused: " + render(result.error());
}

} // namespace

TEST_CASE("a child is chosen by what its key ends with or by the parent's value") {
  CHECK(chosen("_n.42") == "shop::kid::_n.42");
  CHECK(chosen("eu-1") == "shop::kid::eu-1");
  CHECK(chosen("\"42\"") == "shop::kid::42");
  CHECK(chosen("\"__lease__\"") == "shop::kid::_s.__lease__");
  CHECK(chosen("a@b.c").starts_with("shop::kid::ab.c.h"));
  CHECK(chosen("exports/2026") == "shop::kid::exports/2026");
}

TEST_CASE("a value that may be a text or a number is the one that is stored") {
  CHECK(chosen("42", {"shop::kid::_n.42"}) == "shop::kid::_n.42");
  CHECK(chosen("42", {"shop::kid::42"}) == "shop::kid::42");
  CHECK_THAT(chosen("42"),
             Catch::Contains("refused") && Catch::Contains("_n.42") && Catch::Contains("\"42\""));
  CHECK_THAT(chosen("true"), Catch::Contains("_b.true"));
}

TEST_CASE("an empty parent key chooses no child") {
  CHECK_THAT(chosen(""), Catch::Contains("refused"));
  CHECK_THAT(chosen("\"\""), Catch::Contains("refused"));
}

TEST_CASE("a marker is never chosen as a child") {
  CHECK(chosen("__lease__", {"shop::kid::__lease__"}) == "shop::kid::_s.__lease__");
}
