#include "connectors/formats/json_parser.hpp"
#include "connectors/sql/row_fingerprint.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

std::string fingerprint(std::string_view json) {
  page_builder memory;
  return to_string(row_fingerprinter{}(json_parser{}.parse(json, memory).value()));
}

} // namespace

TEST_CASE("a fingerprint is two FNV-1a hashes of the row's canonical JSON") {
  // Computed with a few lines of Python, byte by byte.
  CHECK(fingerprint("{}") == "08f44b07b5901a25353239cb03fa4df0");
  CHECK(fingerprint(R"({"id": 1, "at": "2024-01-03T00:00:00+00:00", "v": null})")
        == "17c48269dbfcd1b8757eb9cef50bf2d5");
  CHECK(fingerprint(R"({"é": [1.50, {"b": true, "a": "\n"}]})")
        == "6fc4198d09e1f9c87b116cb198d6fa5b");
}

TEST_CASE("fingerprints of rows that other programs stored are still the same") {
  CHECK(fingerprint(R"({"id": 1, "name": "é\"x", "amount": "2.20", "f": 1.0,
                        "ts": "2024-01-03T00:00:00+00:00", "doc": {"a": [1.5, null], "b": 1}})")
        == "0d87668f822ef00ad8b37a11d12f4469");
  CHECK(fingerprint(R"({"id": 2, "name": null, "amount": "3.00", "f": 0.1,
                        "ts": "2024-01-03T00:00:00+00:00", "doc": null})")
        == "974cee5ad07de1dbe186325900fc55e2");
}

TEST_CASE("the order of fields makes no other row", "[P16]") {
  CHECK(fingerprint(R"({"a": 1, "b": {"c": 2, "d": 3}})")
        == fingerprint(R"({"b": {"d": 3, "c": 2}, "a": 1})"));
}

TEST_CASE("other content makes another row") {
  auto row = fingerprint(R"({"a": 1, "b": "x"})");
  for (const auto* other :
       {R"({"a": 1, "b": "y"})", R"({"a": "1", "b": "x"})", R"({"a": 1.0, "b": "x"})",
        R"({"a": 1, "c": "x"})", R"({"a": 1})", R"({"a": 1, "b": null})", R"(["a", 1])"}) {
    CHECK(fingerprint(other) != row);
  }
}

TEST_CASE("a fingerprint is read back from its text") {
  row_fingerprint small{1, 0xabcdef};
  CHECK(to_string(small) == "00000000000000010000000000abcdef");
  CHECK(parse_row_fingerprint(to_string(small)) == small);
  row_fingerprint great{~uint64_t{0}, ~uint64_t{0} - 1};
  CHECK(parse_row_fingerprint(to_string(great)) == great);
  CHECK((to_string(small) < to_string(great)) == (small < great));
  for (const auto* none :
       {"", "0", "0000000000000001000000000000000G", "000000000000000100000000000000ABC",
        "-000000000000000000000000000000a", "0000000000000001000000000000000A"}) {
    CHECK(!parse_row_fingerprint(none));
  }
}
