#include "config/document.hpp"
#include "config/json_reader.hpp"
#include "state/json_text.hpp"
#include "state/sealing/sealed_tokens.hpp"
#include "tests/catch.hpp"

#include <random>

using namespace faucet;

namespace {

using texts = std::vector<std::string>;

node read_node(std::string_view json) {
  auto result = read_json(json, std::make_shared<const std::string>("config.json"));
  INFO(json);
  REQUIRE(result);
  return std::move(*result);
}

std::string with_tokens(std::string_view json, const texts& values) {
  auto tree = read_node(json);
  put_tokens(tree, values);
  return json_of(tree);
}

/// What opening came to, or why it was refused.
std::string opened(std::string_view json, const texts& values) {
  auto tree = read_node(json);
  auto done = put_values(tree, values);
  return done ? json_of(tree) : render(done.error());
}

} // namespace

TEST_CASE("a secret value becomes a token wherever it stands: in texts, within them, and in keys") {
  CHECK(with_tokens(R"({"a":"hunter2","b":["x-hunter2-hunter2"],"hunter2":{"c":"hunter"}})",
                    {"hunter2"})
        == R"({"a":"${sealed:0}","b":["x-${sealed:0}-${sealed:0}"],"${sealed:0}":{"c":"hunter"}})");
}

TEST_CASE(
  "of secrets that begin at one place the longest is sealed, and no token is looked at again") {
  CHECK(with_tokens(R"(["abcd","abc","ab","cd"])", {"ab", "abc", "cd"})
        == R"(["${sealed:1}d","${sealed:1}","${sealed:0}","${sealed:2}"])");
  CHECK(with_tokens(R"(["pass0"])", {"pass", "0", "sealed", "$"})
        == R"(["${sealed:0}${sealed:1}"])");
}

TEST_CASE("a number that is written like a secret is sealed whole, and is a number again") {
  const texts values{"5432", "1.50"};
  auto sealed = with_tokens(R"([5432,54321,1.50,1.5,"5432",true,null])", values);
  CHECK(sealed
        == R"(["${sealed:0:number}",54321,"${sealed:1:number}",1.5,"${sealed:0}",true,null])");
  CHECK(opened(sealed, values) == R"([5432,54321,1.50,1.5,"5432",true,null])");
}

TEST_CASE("empty values, truth values and references are not sealed, equal ones once") {
  CHECK(sealable({"b", "", "true", "a", "false", "${env:PW}", "x${", "b"}) == texts{"b", "a"});
}

TEST_CASE("tokens are found in keys and texts") {
  CHECK(holds_tokens(read_node(R"({"a":[{"b":"x${sealed:"}]})")));
  CHECK(holds_tokens(read_node(R"({"${sealed:0}":1})")));
  CHECK_FALSE(holds_tokens(read_node(R"({"a":"${seal}","b":["sealed:",1,null,true]})")));
}

TEST_CASE("a token that cannot be opened is an error and never taken for a text", "[P229]") {
  auto [json, what] = GENERATE(table<std::string, std::string>({
    {R"(["${sealed:2}"])", "config.json:1: ${sealed:2} has no sealed value"},
    {R"({"${sealed:9}":1})", "${sealed:9} has no sealed value"},
    {R"(["${sealed:0"])", "malformed"},
    {R"(["${sealed:}"])", "malformed"},
    {R"(["${sealed:-1}"])", "malformed"},
    {R"(["${sealed:+1}"])", "malformed"},
    {R"(["${sealed: 1}"])", "malformed"},
    {R"(["${sealed:00}"])", "malformed"},
    {R"(["${sealed:99999999999999999999}"])", "malformed"},
    {R"(["${sealed:0x}"])", "malformed"},
    {R"(["${sealed:0:text}"])", "malformed"},
    {R"(["a${sealed:1:number}"])", "malformed"},
    {R"(["${sealed:1:number}b"])", "malformed"},
    {R"({"${sealed:1:number}":1})", "malformed"},
    {R"(["${sealed:0:number}"])", "a sealed number is none"},
    {R"(["${sealed:7:number}"])", "a sealed number is none"},
  }));
  CHECK_THAT(opened(json, {"s", "7"}), Catch::Contains(what));
}

TEST_CASE("what was put in place of tokens is not looked at for tokens") {
  CHECK(opened(R"(["${sealed:0}{sealed:1}"])", {"$", "x"}) == R"(["${sealed:1}"])");
}

TEST_CASE("a tree without tokens comes back as it was, whatever the secrets are") {
  std::mt19937 dice{20261130}; // the same trees each time
  auto text = [&dice] {
    static constexpr std::string_view letters = "ab0${}:sealed.";
    std::string result;
    for (auto size = dice() % 9; size > 0; --size) {
      result += letters[dice() % letters.size()];
    }
    return result;
  };
  for (int round = 0; round < 20'000; ++round) {
    node tree{node::list_type{node{text()}, node{static_cast<int64_t>(dice() % 3)},
                              node{node::map_type{{text(), node{text() + text()}, {}}}}}};
    auto values = sealable({text(), text(), std::to_string(dice() % 3)});
    if (holds_tokens(tree)) {
      continue;
    }
    auto before = json_of(tree);
    put_tokens(tree, values);
    auto sealed = json_of(tree);
    INFO(before << " → " << sealed);
    REQUIRE(put_values(tree, values));
    REQUIRE(json_of(tree) == before);
  }
}
