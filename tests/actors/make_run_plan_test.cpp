#include "actors/make_run_plan.hpp"
#include "config/document.hpp"
#include "config/load_pipeline.hpp"
#include "tests/catch.hpp"
#include "tests/temp_folder.hpp"

using namespace faucet;

namespace {

expected<run_plan> plan_for(std::string_view text, const plan_settings& settings = {}) {
  auto document = parse_document(text, "orders.yaml");
  REQUIRE(document);
  auto spec = read_pipeline(std::move(*document), "orders.yaml", {});
  if (!spec) {
    return fail(std::move(spec));
  }
  return make_run_plan(*spec, built_in_catalogue(), settings);
}

std::string refusal(std::string_view text) {
  auto plan = plan_for(text);
  REQUIRE_FALSE(plan);
  CHECK(plan.error().code == ec::invalid_config);
  return render(plan.error());
}

} // namespace

TEST_CASE("a plan names its row, its types and its state key") {
  auto plan = plan_for("pipeline:\n"
                       "  source: {type: generate, config: {rows: 1}}\n"
                       "  transforms: [{type: drop, config: {fields: [id]}}]\n"
                       "  sink: {type: stdout}\n"
                       "  state: {type: memory}\n");
  REQUIRE(plan);
  CHECK(plan->pipeline == "orders");
  REQUIRE(plan->rows.size() == 1);
  const auto& row = plan->rows[0];
  CHECK(row.id == "row-0");
  CHECK(row.source_type == "generate");
  CHECK(row.sink_type == "stdout");
  CHECK(row.name.state_key == "orders::row-0");
  CHECK(row.drivers->transforms.size() == 1);
  CHECK(row.store == 0);
  CHECK_FALSE(row.markers); // the store forgets
  CHECK(plan->stores.size() == 1);
}

TEST_CASE("an unknown type is refused with its line and the nearest known one") {
  CHECK_THAT(refusal("pipeline:\n  source: {type: genrate}\n  sink: {type: stdout}\n"),
             Catch::StartsWith("orders.yaml:2: ") && Catch::Contains("\"generate\""));
  CHECK_THAT(refusal("pipeline:\n"
                     "  source: {type: generate, config: {rows: 1}}\n"
                     "  transforms: [{type: select, config: {field: [a]}}]\n"
                     "  sink: {type: stdout}\n"),
             Catch::StartsWith("orders.yaml:3: ") && Catch::Contains("\"fields\""));
}

TEST_CASE("a sink that writes what the source reads is refused at load", "[P128]") {
  CHECK_THAT(refusal("pipeline:\n"
                     "  source: {type: csv, config: {path: ./a.csv}}\n"
                     "  sink: {type: csv, config: {path: a.csv}}\n"),
             Catch::Contains("a.csv") && Catch::Contains("source reads"));
  CHECK_THAT(refusal("pipeline:\n"
                     "  source: {type: generate, config: {rows: 1}}\n"
                     "  transforms:\n"
                     "    - type: lookup\n"
                     "      config: {jsonl: k.jsonl, 'on': {record: id, ref: id}, add: {a: a}}\n"
                     "  sink: {type: jsonl, config: {path: ./k.jsonl}}\n"),
             Catch::Contains("k.jsonl") && Catch::Contains("a transform reads"));
}

TEST_CASE("a sink that overwrites is refused where a run reads only what is new", "[P97]") {
  std::string_view text = "pipeline:\n"
                          "  source: {type: generate, config: {rows: 1}}\n"
                          "  sink:\n"
                          "    type: file\n"
                          "    config: {path: a.jsonl, write_mode: overwrite}\n";
  CHECK(plan_for(text));
  CHECK_THAT(refusal(std::string{text} + "  state: {type: memory}\n"),
             Catch::StartsWith("orders.yaml:5: ") && Catch::Contains("generate")
               && Catch::Contains("overwrites"));
}

TEST_CASE("a name of which no state key can be made is refused where there is a state") {
  std::string text = "name: my orders\n"
                     "pipeline:\n"
                     "  source: {type: generate, config: {rows: 1}}\n"
                     "  sink: {type: stdout}\n";
  CHECK(plan_for(text));
  CHECK_THAT(refusal(text + "  state: {type: memory}\n"), Catch::Contains("my orders::row-0"));
}

TEST_CASE("a plan that leaves no trace moves no position", "[P71]") {
  test::temp_folder folder;
  auto text = "pipeline:\n"
              "  source: {type: generate, config: {rows: 1}}\n"
              "  sink: {type: stdout}\n"
              "  state: {type: file, config: {path: "
              + folder.path().string() + "/state}}\n";
  plan_settings limited;
  limited.limit = 1;
  plan_settings dry;
  dry.discard_output = true;
  for (const auto& settings : {limited, dry}) {
    auto plan = plan_for(text, settings);
    REQUIRE(plan);
    REQUIRE(plan->stores[0]->put("orders::row-0", "1"));
    CHECK(plan->stores[0]->get("orders::row-0").value() == std::nullopt);
    CHECK_FALSE(plan->rows[0].markers);
  }
}

namespace {

const std::string family = "pipeline:\n"
                           "  source: {type: csv, config: {path: parents.csv}}\n"
                           "  sink: {type: jsonl, config: {path: parents.jsonl}}\n"
                           "  state: {type: file, config: {path: state}}\n"
                           "matrix:\n"
                           "  - {id: p}\n"
                           "  - id: c\n"
                           "    parent: p\n"
                           "    source: {config: {path: 'c-${p.id}.csv'}}\n";

parent_values record_of(const std::string& row, const std::string& path, node at) {
  return {row, {{path, std::move(at)}}};
}

node text(const std::string& x) {
  return node{x};
}

} // namespace

TEST_CASE("a child is made for each record of its parent, with a bookmark of its own") {
  auto plan = plan_for(family + "    sink: {config: {path: 'c-${p.id}.jsonl'}}\n");
  REQUIRE(plan);
  REQUIRE(plan->rows.size() == 2);
  CHECK(plan->stores.size() == 1);
  REQUIRE(plan->rows[0].captured.size() == 1);
  CHECK(plan->rows[0].captured[0].text() == "id");
  std::vector records{record_of("p", "id", text("7")), record_of("p", "id", node{int64_t{7}})};
  auto names = plan->rows[1].name_all(records);
  CHECK(names[0].state_key == "orders::c::7");
  CHECK(names[1].state_key == "orders::c::_n.7");
  CHECK(names[1].parent_key == "7");
  auto drivers = plan->rows[1].make_drivers(records[0]);
  REQUIRE(drivers);
  CHECK(drivers->sink->writes() == std::vector<std::filesystem::path>{"c-7.jsonl"});
}

TEST_CASE("a child takes over no bookmark that another record or row has today", "[P62][P67]") {
  auto sink = "    sink: {config: {path: 'c-${p.id}.jsonl'}}\n";
  std::vector records{record_of("p", "id", text("7")), record_of("p", "id", node{int64_t{7}})};
  auto plan = plan_for(family + sink + "    legacy_state_ids: [gone, old]\n"
                       + "  - {id: old, parent: p, sink: {config: {path: 'o-${p.id}.jsonl'}}}\n");
  REQUIRE(plan);
  auto names = plan->rows[1].name_all(records);
  using keys = std::vector<std::string>;
  CHECK(names[0].older_keys == keys{"orders::gone::7"});
  CHECK(names[1].older_keys == keys{"orders::gone::_n.7", "orders::gone::7"});
  names = plan->rows[1].name_all(std::span{records}.last(1)); // the text 7 is nobody's today
  CHECK(names[0].older_keys == keys{"orders::c::7", "orders::gone::_n.7", "orders::gone::7"});
}

TEST_CASE("a table that a record names must have a plain name") {
  auto with = [](const std::string& options, const node& x) {
    auto plan = plan_for("pipeline:\n"
                         "  source: {type: generate, config: {rows: 1}}\n"
                         "  sink: {type: stdout}\n"
                         "matrix:\n"
                         "  - {id: p}\n"
                         "  - {id: c, parent: p, sink: {type: postgres, config: {connection_url: "
                         "'postgres://h/d', "
                         + options + "}}}\n");
    REQUIRE(plan);
    auto drivers = plan->rows[1].make_drivers({"p", {{"x", x}}});
    return drivers ? std::string{} : render(drivers.error());
  };
  for (const auto* plain : {"orders", "a.b", "Ab-2$_", "2x"}) {
    CHECK(with("table_name: 't_${p.x}'", text(plain)).empty());
    CHECK(with("table_name: '${p.x}', schema: '${p.x}'", text(plain)).empty());
  }
  CHECK(with("table_name: '${p.x}'", node{int64_t{42}}).empty());
  CHECK(with("table_name: 'my table'", text("orders")).empty()); // the file says so
  for (const auto* other : {"a b", "a;b", "a\"b", "caf\u00e9", "a/b", "a'"}) {
    INFO(other);
    CHECK_THAT(with("table_name: 't_${p.x}'", text(other)),
               Catch::StartsWith("orders.yaml:6: table_name: \"t_")
                 && Catch::Contains("no plain name"));
    CHECK_THAT(with("table_name: '${p.x}'", text(other)), Catch::Contains("no plain name"));
    CHECK_THAT(with("table_name: t, schema: '${p.x}'", text(other)), Catch::Contains("schema: "));
  }
  CHECK_THAT(with("table_name: '${p.x}'", text("")), Catch::Contains("no plain name"));
}

TEST_CASE("the transforms of a child may refer to the record, too") {
  auto plan = plan_for(family + "    sink: {config: {path: 'c-${p.id}.jsonl'}}\n"
                       + "    transforms: [{type: set, config: {values: {from: '${p.name}'}}}]\n");
  REQUIRE(plan);
  CHECK(plan->rows[0].captured.size() == 2);
  auto drivers = plan->rows[1].make_drivers({"p", {{"id", text("7")}, {"name", text("x")}}});
  REQUIRE(drivers);
  CHECK(drivers->transforms.size() == 1);
  auto lacking = plan->rows[1].make_drivers({"p", {{"id", text("7")}}});
  REQUIRE_FALSE(lacking);
  CHECK_THAT(render(lacking.error()), Catch::Contains("p.name"));
}

TEST_CASE("a child that keeps a bookmark refuses records that it could not tell apart, no others",
          "[P64]") {
  auto plan = plan_for(family + "    sink: {config: {path: 'c-${p.id}.jsonl'}}\n");
  REQUIRE(plan);
  std::vector records{record_of("p", "id", text("7")), record_of("p", "id", text("")),
                      record_of("p", "id", text("8")), record_of("p", "id", node{}),
                      record_of("p", "id", text("7")), parent_values{"p", {}},
                      record_of("p", "id", text("9")), record_of("p", "id", text("7"))};
  auto names = plan->rows[1].name_all(records);
  REQUIRE(names.size() == records.size());
  auto refusal = [&](size_t record) {
    const auto& why = names[record].refusal;
    return why ? render(*why) : std::string{};
  };
  CHECK(refusal(2).empty());
  CHECK(refusal(6).empty());
  CHECK_THAT(refusal(1), Catch::Contains("record 2") && Catch::Contains("empty"));
  CHECK_THAT(refusal(3), Catch::Contains("record 4") && Catch::Contains("null"));
  CHECK_THAT(refusal(5), Catch::Contains("record 6"));
  CHECK_THAT(refusal(4), Catch::Contains("orders::c::7") && Catch::Contains("records 1 and 5"));
  CHECK_THAT(refusal(7), Catch::Contains("records 1 and 8"));
  CHECK_THAT(refusal(0), Catch::Contains("records 1 and "));
}

TEST_CASE("a bad option of a child is found before its parent runs") {
  CHECK_THAT(refusal(family + "    sink: {config: {path: 'c-${p.id}.jsonl', apend: true}}\n"),
             Catch::Contains("apend"));
}

TEST_CASE("runs of a child that would write one file are refused at load", "[P128]") {
  CHECK_THAT(refusal(family + "    sink: {config: {path: all.jsonl}}\n"),
             Catch::Contains("all.jsonl"));
}

TEST_CASE("two rows that write one file are refused at load", "[P128]") {
  CHECK_THAT(refusal("pipeline:\n"
                     "  source: {type: generate, config: {rows: 1}}\n"
                     "  sink: {type: jsonl, config: {path: a.jsonl}}\n"
                     "matrix: [{id: a}, {id: b, sink: {config: {path: ./a.jsonl}}}]\n"),
             Catch::Contains("both write"));
}

TEST_CASE("a store that ends with the process keeps no markers") {
  for (const auto* store : {"memory", "file, config: {path: state}"}) {
    auto plan = plan_for("pipeline:\n"
                         "  source: {type: generate, config: {rows: 1}}\n"
                         "  sink: {type: stdout}\n"
                         "  state: {type: "
                         + std::string{store} + "}\n");
    REQUIRE(plan);
    CHECK(plan->rows[0].markers == (store != std::string_view{"memory"}));
  }
}

TEST_CASE("rows whose state is kept in different places have a store each") {
  auto plan = plan_for("pipeline:\n"
                       "  source: {type: generate, config: {rows: 1}}\n"
                       "  sink: {type: stdout}\n"
                       "  state: {type: file, config: {path: one}}\n"
                       "matrix:\n"
                       "  - {id: a}\n"
                       "  - {id: b, state: {type: file, config: {path: two}}}\n"
                       "  - {id: c, legacy_state_ids: [old, b]}\n");
  REQUIRE(plan);
  CHECK(plan->stores.size() == 2);
  CHECK(plan->rows[0].store == plan->rows[2].store);
  CHECK(plan->rows[0].store != plan->rows[1].store);
  CHECK(plan->rows[0].markers);
  CHECK(plan->rows[2].name.older_keys == std::vector<std::string>{"orders::old"}); // b is taken
}

namespace {

std::string letters_into(const std::string& sink, const std::string& more = {}) {
  return "pipeline:\n"
         "  source: {type: generate, config: {rows: 1}}\n"
         "  sink: {type: jsonl, config: {path: a.jsonl}}\n"
         "  dlq: {sink: "
         + sink + more + "}\n";
}

} // namespace

TEST_CASE("rows share the sink of their dead letters, which adds to what is there", "[P94]") {
  auto plan = plan_for(letters_into("{type: jsonl, config: {path: dead.jsonl}}")
                       + "matrix: [{id: a}, {id: b, sink: {config: {path: b.jsonl}}}, "
                         "{id: c, dlq: null, sink: {config: {path: c.jsonl}}}]\n");
  REQUIRE(plan);
  CHECK(plan->dead_letter_sinks.size() == 1);
  CHECK(plan->rows[0].letters->sink == 0);
  CHECK(plan->rows[1].letters->sink == 0);
  CHECK_FALSE(plan->rows[2].letters);
  CHECK_THAT(refusal(letters_into("{type: jsonl, config: {path: d.jsonl, append: false}}")),
             Catch::Contains("append: false"));
  CHECK_THAT(refusal(letters_into("{type: file, config: {path: d.jsonl, write_mode: overwrite}}")),
             Catch::Contains("dead letters"));
}

TEST_CASE("dead letters in the file of the data are refused", "[P95]") {
  CHECK_THAT(refusal(letters_into("{type: jsonl, config: {path: ./a.jsonl}}")),
             Catch::Contains("a.jsonl") && Catch::Contains("dead letters"));
}

TEST_CASE("dead letters in the table of any row's data are refused", "[P95]") {
  auto sqlite = [](const std::string& url, const std::string& table) {
    return "{type: sqlite, config: {database_url: '" + url + "', table_name: '" + table
           + "', column_mapping: auto_map}}";
  };
  auto with = [&](const std::string& letters, const std::string& data, const std::string& more) {
    return "pipeline:\n  source: {type: generate, config: {rows: 1}}\n  sink: {type: stdout}\n"
           "  dlq: {sink: "
           + sqlite("t.db", letters) + "}\nmatrix:\n  - {id: a}\n  - {id: b, " + more
           + "dlq: null, sink: " + sqlite("sqlite:./t.db", data) + "}\n";
  };
  CHECK_THAT(refusal(with("t", "T", "")),
             Catch::Contains("dead letters of row \"a\"") && Catch::Contains("row \"b\""));
  CHECK_THAT(refusal(with("t", "t", "parent: a, ")), Catch::Contains("dead letters"));
  CHECK(plan_for(with("t_1", "t_${a.id}", "parent: a, ")));
  CHECK(plan_for(with("dead", "t", "")));
}

TEST_CASE("whole failed pages are dead letters only where a replay repeats nothing, or may") {
  std::string sink = "{type: jsonl, config: {path: dead.jsonl}}";
  CHECK_THAT(refusal(letters_into(sink, ", on_batch_error: dlq_all")),
             Catch::Contains("allow_duplicates_on_dlq_all"));
  CHECK(
    plan_for(letters_into(sink, ", on_batch_error: dlq_all, allow_duplicates_on_dlq_all: true")));
}

TEST_CASE("two rows that overwrite one table are refused at load", "[P301]") {
  auto overwriting = [](const std::string& id, const std::string& table, int batch) {
    return "  - {id: " + id
           + ", sink: {type: sqlite, config: {database_url: 'sqlite:t.db', table_name: " + table
           + ", column_mapping: auto_map, write_mode: overwrite, batch_size: "
           + std::to_string(batch) + "}}}\n";
  };
  std::string head = "pipeline: {source: {type: generate, config: {rows: 1}}, "
                     "sink: {type: stdout}}\nmatrix:\n";
  CHECK_THAT(refusal(head + overwriting("a", "t", 10) + overwriting("b", "t", 20)),
             Catch::Contains("both overwrite") && Catch::Contains("\"t\""));
  CHECK_THAT(refusal(head + overwriting("a", "t", 10) + overwriting("b", "T", 10)),
             Catch::Contains("both overwrite"));
  CHECK(plan_for(head + overwriting("a", "t", 10) + overwriting("b", "u", 10)));
}

TEST_CASE("a table of PostgreSQL is the same one however it is written", "[P301]") {
  auto overwriting = [](const std::string& id, const std::string& url, const std::string& table) {
    return "  - {id: " + id + ", sink: {type: postgres, config: {connection_url: '" + url
           + "', table_name: " + table + ", column_mapping: auto_map, write_mode: overwrite}}}\n";
  };
  std::string head = "pipeline: {source: {type: generate, config: {rows: 1}}, "
                     "sink: {type: stdout}}\nmatrix:\n";
  auto first = overwriting("a", "postgres://u:p@h/d", "t");
  CHECK_THAT(
    refusal(head + first + overwriting("b", "postgresql://v@h:5432/d?sslmode=disable", "public.t")),
    Catch::Contains("both overwrite") && Catch::Contains("h:5432/d") && !Catch::Contains("u:p"));
  CHECK_THAT(refusal(head + first + overwriting("b", "host=h dbname=d user=u", "t")),
             Catch::Contains("both overwrite"));
  CHECK(plan_for(head + first + overwriting("b", "postgres://u:p@h/e", "t")));
  CHECK(plan_for(head + first + overwriting("b", "postgres://u:p@h/d", "s.t")));
}

TEST_CASE("a row may add to a table that another overwrites only when that one has ended",
          "[P301]") {
  auto to_table = [](const std::string& id, const std::string& file, const std::string& mode,
                     const std::string& more = {}) {
    return "  - {id: " + id + more + ", sink: {type: sqlite, config: {database_url: '" + file
           + "', table_name: t, column_mapping: auto_map, write_mode: " + mode + "}}}\n";
  };
  std::string head = "pipeline: {source: {type: generate, config: {rows: 1}}, "
                     "sink: {type: stdout}}\nmatrix:\n";
  auto all = to_table("all", "t.db", "overwrite");
  CHECK_THAT(refusal(head + all + to_table("more", "sqlite:./t.db", "append")),
             Catch::Contains("\"more\"") && Catch::Contains("depends_on: [all]"));
  CHECK_THAT(refusal(head + to_table("more", "t.db", "append")
                     + to_table("all", "t.db", "overwrite", ", depends_on: [more]")),
             Catch::Contains("would be lost"));
  CHECK(plan_for(head + all + to_table("more", "t.db", "append", ", depends_on: [all]")));
  CHECK(plan_for(head + all + to_table("more", "other.db", "append")));
  CHECK(plan_for(head + to_table("a", "t.db", "append") + to_table("b", "t.db", "append")));
}
