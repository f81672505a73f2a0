#include "config/document.hpp"
#include "config/matrix_text.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

generated_row row(const std::string& id, const std::string& query) {
  node config{node::map_type{{"query", node{query}, {}}}};
  node source{node::map_type{{"config", config, {}}}};
  return {id + " (table)", node{node::map_type{{"id", node{id}, {}}, {"source", source, {}}}}};
}

std::string generated(std::string_view text, const std::vector<generated_row>& rows,
                      const std::string& file = "p.yaml") {
  auto result = replace_matrix(text, file, "Generated", rows);
  REQUIRE(result);
  return *result;
}

} // namespace

TEST_CASE("a matrix is written behind a file that stays as it was") {
  CHECK(generated("# mine\nversion: 1 # first\nname: x\n\n\n", {row("a", "SELECT * FROM \"a\"")})
        == "# mine\nversion: 1 # first\nname: x\n\n# Generated\nmatrix:\n  # a (table)\n"
           "  - id: a\n    source:\n      config:\n        query: 'SELECT * FROM \"a\"'\n");
}

TEST_CASE("a matrix that is there is replaced, what stands around it stays") {
  CHECK(generated("version: 1\nmatrix: # old\n - id: x\n   tags: [y]\n# of the name\nname: n\n",
                  {row("a", "q")})
        == "version: 1\n# of the name\nname: n\n\n# Generated\nmatrix:\n  # a (table)\n"
           "  - id: a\n    source:\n      config:\n        query: q\n");
}

TEST_CASE("a file written as JSON stays JSON") {
  for (const auto* file : {"p.json", "p.yaml"}) {
    auto text = generated(R"({"version": 1, "name": "n", "matrix": []})", {row("a", "q")}, file);
    CHECK(text.starts_with("{"));
    auto parsed = parse_document(text, "p.json");
    REQUIRE(parsed);
    CHECK(parsed->find("matrix")->list()->size() == 1);
    CHECK(*parsed->find("name")->text() == "n");
  }
}

TEST_CASE("a matrix is not lost behind the end of a document") {
  auto text = generated("version: 1\nname: n\n...\n", {row("a", "q")});
  auto parsed = parse_document(text, "p.yaml");
  REQUIRE(parsed);
  CHECK(parsed->find("matrix")->list()->size() == 1);
}

TEST_CASE("texts of a matrix mean the same when they are read again") {
  for (const auto* text : {"", "yes", "1", "-", "it's", "a: b", "# no comment", "two\nlines", "ä",
                           "null", "~", " space ", "{x}", "${a}", "\t", "0x1F", "2026-01-01"}) {
    auto parsed = parse_document(generated("version: 1\n", {row("a", text)}), "p.yaml");
    REQUIRE(parsed);
    const auto* found = parsed->find("matrix")->list()->front().find("source");
    REQUIRE(found->find("config")->find("query")->text() != nullptr);
    CHECK(*found->find("config")->find("query")->text() == text);
  }
}
