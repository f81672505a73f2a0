#include "config/row_references.hpp"
#include "config/sql_query.hpp"
#include "config/to_value.hpp"
#include "tests/catch.hpp"
#include "tests/config/node_text.hpp"
#include "tests/config/row_text.hpp"

using namespace faucet;
using test::rows_of;

namespace {

struct options {
  std::string path;
  int64_t size = 0;
  node values;
  sql_query query;
  std::string file;
  std::string address;
};

void fields(option_visitor& v, options& x) {
  v.field("path", x.path, "", "A file.", {.leads_to = reach::path});
  v.field("size", x.size, 1, "A number.", {.minimum = 5});
  v.field("values", x.values, node{}, "Anything.");
  v.field("query", x.query, sql_query{}, "SQL.");
  v.field("by_any_name", x.file, "", "A file.", {.leads_to = reach::path});
  v.field("address", x.address, "", "A file.", {.leads_to = reach::database});
}

const type_schema& schema() {
  static const auto result = describe_options<options>();
  return result;
}

/// The config of a source that runs once for each record of the row `p`.
row_spec child(const std::string& config) {
  auto rows = rows_of("pipeline:\n  source: {type: csv}\n  sink: {type: stdout}\nmatrix:\n"
                      "  - {id: p}\n  - id: k\n    parent: p\n    source: {config: "
                      + config + "}\n");
  REQUIRE(rows);
  return rows->back();
}

/// What the child takes from a record, as the run takes it.
parent_values from(const row_spec& row, const std::string& json) {
  page_builder memory;
  auto document = parse_document(json, "record.json");
  REQUIRE(document);
  auto record = to_value(*document, memory);
  std::vector<field_path> paths;
  for (const auto& path : referenced_paths(row)) {
    paths.push_back(*field_path::parse(path));
  }
  return take_values(record, row.parent, paths);
}

std::string resolved(const std::string& config, const std::string& json) {
  auto row = child(config);
  auto result = resolve_row_references(row.source.config, schema(), from(row, json));
  return result ? node_text(*result) : render(result.error());
}

const std::string record = R"({"id": 7, "n": null, "o": {"x": 5, "l": [7, 8]}, "a.b": "literal",
  "a": {"b": "nested"}, "f": 1.50, "t": true, "s": "x ${p.id}' OR 1=1"})";

} // namespace

TEST_CASE("a reference that is a whole scalar keeps the type of the parent's value") {
  CHECK(resolved("{values: [\"${p.id}\", \"${p.f}\", \"${p.t}\", \"${p.n}\", \"${p.o}\"]}", record)
        == "{values:[7,<1.50>,true,null,{x:5,l:[7,8]}]}");
  CHECK(resolved("{size: \"${p.id}\", path: \"${p.id}\"}", record) == "{size:7,path:\"7\"}");
}

TEST_CASE("among other text a parent's value is put in as text") {
  CHECK(resolved("{path: \"a-${p.id}-${p.f}-${p.t}-${p.n}-${p.o.l.1}\"}", record)
        == "{path:\"a-7-1.50-true-null-8\"}");
  CHECK(resolved("{path: \"a-${p.o}\"}", record) == R"({path:"a-{\"x\":5,\"l\":[7,8]}"})");
}

TEST_CASE("a field of the very name comes before the path through objects") {
  CHECK(resolved("{path: \"${p.a.b}\"}", record) == "{path:\"literal\"}");
}

TEST_CASE("what a parent's value holds is never searched for references", "[P107]") {
  CHECK(resolved("{path: \"${p.s}\", values: \"$${p.id} ${p.id}\"}", record)
        == "{path:\"x ${p.id}' OR 1=1\",values:\"${p.id} 7\"}");
}

TEST_CASE("a parent's value within a path cannot lead elsewhere") {
  auto put = [](const std::string& option, const std::string& text, const std::string& x) {
    return resolved("{" + option + ": \"" + text + "\"}", R"({"id": 7, "x": ")" + x + "\"}");
  };
  auto text = GENERATE("out/${p.x}.jsonl", "out/${p.x}/a", "${p.x}/a", "sqlite:${p.x}/a");
  INFO(text);
  for (std::string option : {"by_any_name", "address"}) {
    for (std::string x : {"../../evil", "/etc", "a/b", "a\\u0000"}) {
      CHECK_THAT(put(option, text, x),
                 Catch::StartsWith("p.yaml:8: ${p.x}: the value \"" + x + "\" of row \"p\" "));
    }
    CHECK_THAT(put(option, text, "a..b"), Catch::Contains("a..b"));
    CHECK_THAT(put(option, text, "a..b"), !Catch::Contains("the value"));
  }
  CHECK_THAT(put("address", text, "%2e%2e%2fevil"), Catch::Contains("the value"));
  CHECK_THAT(put("address", text, "a?mode=memory"), Catch::Contains("the value"));
  CHECK_THAT(put("by_any_name", text, "50%"), !Catch::Contains("the value"));
}

TEST_CASE("a parent's value is no step of a path that leads up") {
  auto text = GENERATE("${p.x}/a", "out/${p.x}/a", "out/${p.x}", "sqlite:${p.x}/a", "o/.${p.y}/a",
                       "o/${p.y}${p.y}/a");
  INFO(text);
  auto put = [text](const std::string& x) {
    return resolved(std::string{"{by_any_name: \""} + text + "\"}",
                    R"({"id": 7, "x": ")" + x + R"(", "y": "."})");
  };
  CHECK_THAT(put("."), Catch::Contains("the value \".\" of row \"p\""));
  CHECK_THAT(put(".."), Catch::Contains(" of row \"p\""));
}

TEST_CASE("an empty value of the parent does not make a path start at the root") {
  auto record = R"({"id": 7, "x": ""})";
  CHECK_THAT(resolved("{by_any_name: \"${p.x}/a\"}", record), Catch::Contains("the value \"\""));
  CHECK_THAT(resolved("{address: \"sqlite:${p.x}/a\"}", record), Catch::Contains("the value \"\""));
  CHECK(resolved("{by_any_name: \"out/${p.x}.csv\"}", record) == "{by_any_name:\"out/.csv\"}");
}

TEST_CASE("a parent's value that is all of a path is left alone, and so are other paths") {
  auto record = R"({"id": "a", "x": "../a/b.csv"})";
  CHECK(resolved("{by_any_name: \"${p.x}\"}", record) == "{by_any_name:\"../a/b.csv\"}");
  CHECK(resolved("{by_any_name: \"../${p.id}/../b/./${p.id}..csv\"}", record)
        == "{by_any_name:\"../a/../b/./a..csv\"}");
}

TEST_CASE("references pass through vars and named sources") {
  auto rows = rows_of("vars: {dir: \"d-${p.id}\"}\n"
                      "pipeline:\n"
                      "  source: {type: csv}\n"
                      "  sources: {s: {type: csv, config: {path: \"${vars.dir}/x\"}}}\n"
                      "  sink: {type: stdout}\n"
                      "matrix:\n"
                      "  - {id: p}\n"
                      "  - {id: k, parent: p,\n"
                      "     source: {config: {path: \"${sources.s.config.path}.csv\"}}}\n");
  REQUIRE(rows);
  const auto& row = rows->back();
  auto result = resolve_row_references(row.source.config, schema(), from(row, record));
  REQUIRE(result);
  CHECK(node_text(*result) == "{path:\"d-7/x.csv\"}");
}

TEST_CASE("in SQL the text stays and the parent's values come beside it", "[P109]") {
  CHECK(resolved("{query: \"SELECT * FROM t WHERE id = ${p.id} AND n = '${p.s}' OR ${p.id} > 1 AND "
                 "u >= ${bookmark}\"}",
                 record)
        == "{query:{text:\"SELECT * FROM t WHERE id = ${p.id} AND n = '${p.s}' OR ${p.id} > 1 AND "
           "u >= ${bookmark}\",values:{${p.id}:7,${p.s}:\"x ${p.id}' OR 1=1\"}}}");
  CHECK(resolved("{query: \"${p.id}\"}", record)
        == "{query:{text:\"${p.id}\",values:{${p.id}:7}}}");
  CHECK(resolved("{query: SELECT 1}", record) == "{query:\"SELECT 1\"}");
}

TEST_CASE("a record that lacks what a reference names is an error with reference, row and line") {
  CHECK(resolved("{path: \"${p.nope}\"}", record)
        == "p.yaml:8: ${p.nope}: the record of row \"p\" has no \"nope\"");
  CHECK(resolved("{query: \"${p.o.y}\"}", record)
        == "p.yaml:8: ${p.o.y}: the record of row \"p\" has no \"o.y\"");
}

TEST_CASE("of a parent's records only what a child needs is kept") {
  auto row = child("{path: \"${p.o.x}${p.id}\", values: \"${p.nope}\"}");
  CHECK(referenced_paths(row) == std::vector<std::string>{"id", "o.x", "nope"});
  auto taken = from(row, record);
  CHECK(taken.values.size() == 2);
  CHECK(taken.find("o.x") != nullptr);
  CHECK(taken.find("nope") == nullptr);
}

TEST_CASE("a child can be checked before any record of its parent is there") {
  auto row = child("{path: \"f-${p.id}\", size: \"${p.size}\", query: \"SELECT ${p.id}\"}");
  auto one = assumed_row_values(row.source.config, schema(), 1);
  auto two = assumed_row_values(row.source.config, schema(), 2);
  CHECK(node_text(one)
        == "{path:\"f-1\",size:5,query:{text:\"SELECT ${p.id}\",values:{${p.id}:\"1\"}}}");
  CHECK_THAT(node_text(two), Catch::Contains("f-2"));
  options read;
  CHECK(read_options(one, read, "source csv"));
}

TEST_CASE("references to a row name a field of it") {
  CHECK(
    test::refusal(test::with_matrix("  - {id: p}\n"
                                    "  - {id: k, parent: p, sink: {config: {path: \"${p}\"}}}\n"))
    == "p.yaml:6: ${p} names a row, but no field of it; write ${p.FIELD}");
  CHECK_THAT(test::refusal(
               test::with_matrix("  - {id: p}\n"
                                 "  - {id: k, parent: p, sink: {config: {x: \"${p.a..b}\"}}}\n")),
             Catch::StartsWith("p.yaml:6: ${p.a..b}: "));
}

TEST_CASE("values of named sources and sinks are found by path, circles refused", "[P107]") {
  auto text = [](const std::string& path, const std::string& other) {
    return "pipeline:\n"
           "  source: {type: csv, config: {path: \""
           + path
           + "\"}}\n"
             "  sinks:\n"
             "    a: {type: jsonl, config: {path: \""
           + other
           + "\", n: [1]}}\n"
             "matrix: [{sink: {ref: a}}]\n";
  };
  auto rows = rows_of(text("${sinks.a.config.path}.csv", "x-${sources.default.type}"));
  REQUIRE(rows);
  CHECK(node_text(rows->front().source.config) == "{path:\"x-csv.csv\"}");
  CHECK(test::refusal(text("${sinks.a.config.path}", "${sources.default.config.path}"))
        == "p.yaml:2: interpolation cycle: sinks.a.config.path -> sources.default.config.path -> "
           "sinks.a.config.path");
  CHECK(test::refusal(text("${sinks.b.config.path}", "x"))
        == "p.yaml:2: ${sinks.b.config.path}: nothing of that name under pipeline.sinks");
}
