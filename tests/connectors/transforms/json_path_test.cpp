#include "connectors/formats/json_parser.hpp"
#include "connectors/transforms/json_path.hpp"
#include "model/json_writer.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

/// What a path leads to, as JSON; "nothing" where it leads nowhere.
std::string at(std::string_view path) {
  page_builder builder;
  json_parser parser;
  auto record = parser.parse(
    R"({"a":{"b":[{"c":1},{"c":2}],"x.y":5},"a.b":7,"k":[10,20],"é":{"ü":1},"n":null,"":3})",
    builder);
  REQUIRE(record);
  auto parsed = json_path::parse_or_root(path);
  REQUIRE(parsed);
  const auto* found = parsed->resolve(*record);
  if (found == nullptr) {
    return "nothing";
  }
  std::string result;
  append_json(result, *found);
  return result;
}

} // namespace

TEST_CASE("a JSON path leads through names and indexes to one value") {
  CHECK(at("$.a.b") == R"([{"c":1},{"c":2}])");
  CHECK(at("a.b") == at("$.a.b"));
  CHECK(at("$['a']['b']") == at("$.a.b"));
  CHECK(at("a['b']") == at("$.a.b"));
  CHECK(at("['a.b']") == "7");
  CHECK(at("$[\"a.b\"]") == "7");
  CHECK(at("$.a['x.y']") == "5");
  CHECK(at("a.b[1].c") == "2");
  CHECK(at("$.k[0]") == "10");
  CHECK(at("é.ü") == "1");
  CHECK(at("n") == "null");
  CHECK(at("['']") == "3");
}

TEST_CASE("a JSON path into what is not there leads nowhere") {
  for (auto path : {"b", "a.c", "a.b.0.c", "a.b[2]", "a[0]", "k.x", "n.x", "a.b[0].c.d"}) {
    INFO(path);
    CHECK(at(path) == "nothing");
  }
}

TEST_CASE("a JSON path to more or less than one value is refused") {
  for (auto path : {"",      "$",
                    "a..b",  ".a",
                    "a.",    "$..b",
                    "$.",    "a[*]",
                    "a.*",   "$a",
                    "a['b",  "a['b'",
                    "a['b]", "a[b]",
                    "a[-1]", "a[1:2]",
                    "a[]",   "a[0",
                    "a[0]b", "a['b']c",
                    "a[?x]", "a[99999999999999999999999]"}) {
    INFO(path);
    auto parsed = json_path::parse(path);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().code == ec::invalid_config);
    CHECK(parsed.error().what.find('"' + std::string{path} + '"') != std::string::npos);
  }
}

TEST_CASE("a path to the whole record is its root") {
  CHECK(at("$").front() == '{');
  CHECK(at("") == at("$"));
}
