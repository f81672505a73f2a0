#include "config/written_files.hpp"
#include "tests/catch.hpp"
#include "tests/config/row_text.hpp"

using namespace faucet;
using test::rows_of;
using test::with_matrix;

namespace {

std::string check(const std::vector<written_files>& all) {
  auto ok = check_written_files(all);
  return ok ? "accepted" : render(ok.error());
}

} // namespace

TEST_CASE("two rows that write one file are refused", "[P128]") {
  auto rows = rows_of(with_matrix("  - {id: a}\n"
                                  "  - {id: b, sink: {config: {x: 1}}}\n"));
  REQUIRE(rows);
  const auto& a = rows->front();
  const auto& b = rows->back();
  CHECK(check({{.row = &a, .data = {"x/out"}}, {.row = &b, .data = {"x/other"}}}) == "accepted");
  CHECK(check({{.row = &a, .data = {"x/out"}}, {.row = &b, .data = {"x/y/../out"}}})
        == "p.yaml:6: rows \"a\" and \"b\" both write x/y/../out");
  CHECK(check({{.row = &a, .data = {"/dev/null"}}, {.row = &b, .data = {"/dev/null"}}})
        == "accepted");
}

TEST_CASE("a child that writes one file for every record is refused", "[P128]") {
  auto rows = rows_of(with_matrix("  - {id: a}\n  - {id: b, parent: a}\n"));
  REQUIRE(rows);
  const auto& child = rows->back();
  CHECK(check({{.row = &child, .data = {"out-1"}, .data_of_another = {"out-2"}}}) == "accepted");
  CHECK(check({{.row = &child, .data = {"out"}, .data_of_another = {"out"}}})
        == "p.yaml:3: row \"b\" runs once for each record of \"a\" and would write out each time; "
           "put a reference to the record, ${a.id} for example, into the name");
}

TEST_CASE("dead letters in a file of data are refused", "[P95]") {
  auto rows = rows_of("pipeline:\n"
                      "  source: {type: csv}\n"
                      "  sink: {type: jsonl}\n"
                      "  dlq: {sink: {type: jsonl, config: {path: out}}}\n"
                      "matrix: [{id: a}, {id: b}]\n");
  REQUIRE(rows);
  const auto& a = rows->front();
  const auto& b = rows->back();
  CHECK(check({{.row = &a, .data = {"1"}, .dead_letters = {"dead"}},
               {.row = &b, .data = {"2"}, .dead_letters = {"dead"}}})
        == "accepted");
  CHECK(
    check({{.row = &a, .data = {"1"}, .dead_letters = {"./2"}}, {.row = &b, .data = {"2"}}})
    == "p.yaml:4: the dead letters of row \"a\" go into ./2, which row \"b\" writes its data to");
}
