#include "config/document.hpp"
#include "connectors/sql/write_options.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

struct sink_options {
  json_mapping mapping;
  write_options write;
};

void fields(option_visitor& v, sink_options& x) {
  v.field("column_mapping", x.mapping, required, "");
  fields(v, x.write);
}

/// The rendered error of options, empty where they are taken.
std::string problem(std::string_view yaml, sink_options& into) {
  auto config = parse_document(yaml, "sink.yaml");
  REQUIRE(config);
  if (auto ok = read_options(*config, into, "sink x"); !ok) {
    return render(ok.error());
  }
  auto ok = check(into.write, into.mapping, *config);
  return ok ? "" : render(ok.error());
}

std::string problem(std::string_view yaml) {
  sink_options ignored;
  return problem(yaml, ignored);
}

} // namespace

TEST_CASE("column_mapping is auto_map or names the column of the whole record") {
  sink_options x;
  CHECK(problem("column_mapping: auto_map", x).empty());
  CHECK(x.mapping.auto_map());
  CHECK(problem("column_mapping: {auto_map: null}", x).empty());
  CHECK(x.mapping.auto_map());
  CHECK(problem("column_mapping: {json: {column: payload}}", x).empty());
  CHECK(x.mapping.document_column == "payload");
  CHECK(problem("column_mapping: automap")
        == "sink.yaml:1: column_mapping: expected \"auto_map\" or \"json: {column: …}\"");
  CHECK_FALSE(problem("column_mapping: {jsonb: {column: x}}").empty());
  CHECK_FALSE(problem("column_mapping: {json: {}}").empty());
  CHECK_FALSE(problem("column_mapping: {json: {column: ''}}").empty());
  CHECK_FALSE(problem("column_mapping: {json: {column: x, colour: y}}").empty());
  CHECK_FALSE(problem("column_mapping: {auto_map: 5}").empty());
  CHECK_FALSE(problem("column_mapping: [auto_map]").empty());
}

TEST_CASE("keyed modes need a key and auto_map") {
  CHECK(problem("column_mapping: auto_map\nwrite_mode: upsert\nkey: [id]").empty());
  CHECK(problem("column_mapping: auto_map\nwrite_mode: delete\nkey: [a, b]").empty());
  CHECK(problem("column_mapping: auto_map\nwrite_mode: overwrite").empty());
  CHECK(problem("column_mapping: auto_map\nkey: [id]").empty());
  CHECK(problem("column_mapping: auto_map\nwrite_mode: upsert")
        == "sink.yaml:2: write_mode upsert needs the columns of a \"key\"");
  CHECK(problem("column_mapping: auto_map\nwrite_mode: delete\nkey: []")
        == "sink.yaml:3: write_mode delete needs the columns of a \"key\"");
  CHECK(problem("column_mapping: {json: {column: d}}\nwrite_mode: upsert\nkey: [id]")
        == "sink.yaml:1: write_mode upsert needs \"column_mapping: auto_map\"");
  CHECK(problem("column_mapping: auto_map\nwrite_mode: upsert\nkey: [id, id]")
        == "sink.yaml:3: key: \"id\" is named twice");
  CHECK_FALSE(problem("column_mapping: auto_map\nwrite_mode: upsert\nkey: ['']").empty());
  CHECK_FALSE(problem("column_mapping: auto_map\nwrite_mode: merge").empty());
}

TEST_CASE("a delete marker goes with upsert only, has values, and is no part of the key") {
  std::string upsert = "column_mapping: auto_map\nkey: [id]\nwrite_mode: upsert\n";
  CHECK(problem(upsert + "delete_marker: {field: op, values: [d]}").empty());
  CHECK(problem("column_mapping: auto_map\ndelete_marker: {field: op, values: [d]}")
        == "sink.yaml:2: delete_marker: goes with write_mode: upsert only");
  CHECK_FALSE(problem(upsert + "delete_marker: {field: op, values: []}").empty());
  CHECK_FALSE(problem(upsert + "delete_marker: {field: id, values: [d]}").empty());
  CHECK_FALSE(problem(upsert + "delete_marker: {field: '', values: [d]}").empty());
  CHECK_FALSE(problem(upsert + "delete_marker: {field: op}").empty());
}
