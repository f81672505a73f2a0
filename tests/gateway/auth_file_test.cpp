#include "apps/node/gateway/auth_file.hpp"
#include "tests/catch.hpp"
#include "tests/temp_folder.hpp"

#include <fstream>

using namespace faucet;

namespace {

expected<known_people> load(const std::string& text) {
  test::temp_folder folder;
  auto path = folder.path() / "auth.yaml";
  std::ofstream{path} << text;
  return load_auth_file(path.string(), environment{{{"ANN", "token-of-ann"}, {"EMPTY", ""}}});
}

std::string one(const std::string& token, const std::string& rest = "") {
  return "principals:\n  - {name: ann, role: viewer, token: '" + token + "'" + rest + "}\n";
}

} // namespace

TEST_CASE("a file says who may do what, its references resolved", "[P217]") {
  auto found = load("principals:\n"
                    "  - {name: ann, token: '${env:ANN}', role: operator}\n"
                    "  - {name: bob, token: plain, role: admin}\n");
  REQUIRE(found);
  const auto& people = found->credentials;
  REQUIRE(people.size() == 2);
  CHECK(people.front().who.name == "ann");
  CHECK(people.front().who.may == role::operator_);
  CHECK(people.front().token == "token-of-ann");
  CHECK(people.back().token == "plain");
  CHECK(found->files.empty());
}

TEST_CASE("the files that a file of tokens names are known") {
  test::temp_folder folder;
  folder.write("token", "of-ann\n");
  auto token = (folder / "token").string();
  auto found = load(one("${file:" + token + "}"));
  REQUIRE(found);
  CHECK(found->credentials.front().token == "of-ann");
  CHECK(found->files == std::vector<std::filesystem::path>{token});
}

TEST_CASE("a file that leaves open who may come in is refused", "[P217]") {
  auto [text, why] = GENERATE(table<std::string, std::string>({
    {one("${env:NOBODY}"), "NOBODY"},
    {one("${file:/nowhere/token}"), "/nowhere/token"},
    {one("${vars.x}"), "vars.x"},
    {one("${vault:x}"), "vault"},
    {one("${env:EMPTY}"), "token"},
    {one(""), "token"},
    {one("a b"), "holds a blank"},
    {"principals: []\n", "nobody"},
    {"{}\n", "principals"},
    {"principals:\n  - {name: ann, role: root, token: x}\n", "root"},
    {"principals:\n  - {name: ann, token: x}\n", "role"},
    {"principals:\n  - {role: admin, token: x}\n", "name"},
    {one("x", ", tenant: y"), "tenant"},
    {"principals:\n  - {name: a, role: admin, token: x}\n  - {name: a, role: viewer, token: y}\n",
     "twice"},
    {"principals: [1\n", "auth.yaml"},
  }));
  auto refused = load(text);
  INFO(text);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ec::invalid_config);
  CHECK_THAT(render(refused.error()), Catch::Contains(why));
  CHECK_THAT(render(refused.error()), !Catch::Contains("token-of-ann"));
}
