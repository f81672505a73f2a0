#include "config/document.hpp"
#include "config/expand_rows.hpp"
#include "config/json_schema.hpp"
#include "config/load_pipeline.hpp"
#include "tests/catch.hpp"
#include "tests/config/schema_check.hpp"

using namespace faucet;

namespace {

enum class look { plain, pretty };

constexpr std::array<enum_name<look>, 2> enum_names(look) {
  return {{{"plain", look::plain}, {"pretty", look::pretty}}};
}

struct reading {
  std::string path;
  char delimiter = 0;
  uint32_t batch_size = 0;
  std::optional<double> ratio;
  bool strict = false;
  std::vector<std::string> names;
};

void fields(option_visitor& v, reading& x) {
  v.field("path", x.path, required, "File.", {.former_name = "file"});
  v.field("delimiter", x.delimiter, ',', "Between columns.");
  v.field("batch_size", x.batch_size, 1000, "Rows.", {.former_name = "rows", .maximum = 5000});
  v.field("ratio", x.ratio, "Share.", {.minimum = 0, .maximum = 1});
  v.field("strict", x.strict, false, "No mercy.");
  v.field("names", x.names, std::vector<std::string>{}, "Names.", {.secret = true});
}

struct writing {
  look format = look::plain;
};

void fields(option_visitor& v, writing& x) {
  v.field("format", x.format, look::plain, "Look.");
}

struct setting {
  named<node> values;
};

void fields(option_visitor& v, setting& x) {
  v.field("values", x.values, required, "Constants.");
}

described_types all_types() {
  return {.sources = {{"csv", "Reads.", describe_options<reading>()},
                      {"nothing", "Reads nothing.", describe_options<writing>()}},
          .sinks = {{"stdout", "Writes.", describe_options<writing>()}},
          .transforms = {{"set", "Sets.", describe_options<setting>()}},
          .stores = {{"memory", "Forgets.", describe_options<writing>()}}};
}

/// A tree as JSON, references not followed.
nlohmann::json to_json(const node& x) {
  if (const auto* entries = x.map()) {
    auto result = nlohmann::json::object();
    for (const auto& entry : *entries) {
      result[entry.key] = to_json(entry.value);
    }
    return result;
  }
  if (const auto* items = x.list()) {
    auto result = nlohmann::json::array();
    for (const auto& item : *items) {
      result.push_back(to_json(item));
    }
    return result;
  }
  if (const auto* text = x.text()) {
    return *text;
  }
  if (const auto* number = std::get_if<number_text>(&x.content())) {
    return nlohmann::json::parse(number->text);
  }
  if (const auto* b = std::get_if<bool>(&x.content())) {
    return *b;
  }
  if (const auto* i = std::get_if<int64_t>(&x.content())) {
    return *i;
  }
  if (const auto* u = std::get_if<uint64_t>(&x.content())) {
    return *u;
  }
  return nullptr;
}

nlohmann::json document_of(const std::string& text) {
  auto document = parse_document(text, "p.yaml");
  REQUIRE(document);
  return to_json(*document);
}

bool validates(const std::string& text) {
  static const schema_check check{pipeline_file_schema(all_types())};
  return check(document_of(text));
}

/// Loads with all options read, as the program does it.
bool loads(const std::string& text) {
  load_settings settings;
  settings.variables = environment{{{"N", "7"}}};
  auto document = parse_document(text, "p.yaml");
  REQUIRE(document);
  auto spec = read_pipeline(*document, "p.yaml", settings);
  if (!spec) {
    return false;
  }
  auto rows = expand_rows(*spec);
  REQUIRE(rows);
  const auto& [source, sink] = std::tie(rows->front().source, rows->front().sink);
  reading from;
  writing to;
  auto ok = *source.type.text() == "csv" ? read_options(source.config, from, "source csv")
                                         : read_options(source.config, to, "source nothing");
  for (const auto& transform : rows->front().transforms) {
    setting constants;
    ok = ok.and_then([&] { return read_options(transform.config, constants, "transform set"); });
  }
  ok = ok.and_then([&] { return read_options(sink.config, to, "sink stdout"); });
  return ok.has_value();
}

std::string with_source(const std::string& config) {
  return "pipeline:\n  source: {type: csv, config: " + config + "}\n  sink: {type: stdout}\n";
}

std::string document_with(const std::string& more) {
  return with_source("{path: a}") + more;
}

} // namespace

TEST_CASE("every document that loads validates against the schema") {
  const std::string documents[] = {
    with_source("{path: a, delimiter: ';', batch_size: 5, ratio: 0.5, strict: true, names: [a]}"),
    with_source("{path: a, delimiter: 59, batch_size: \"5\", ratio: \"1e-1\", strict: \"true\"}"),
    with_source("{file: a, rows: 5}"),
    with_source("{path: a, ratio: null}"),
    with_source("{path: \"${env:N}\", batch_size: \"${env:N}\", delimiter: \"${env:N}\"}"),
    document_with("vars: {l: [a], c: {path: b}, n: 0.25, t: nothing}\n"),
    with_source("\"${vars.c}\"") + "vars: {c: {path: b, names: \"${vars.l}\"}, l: [a]}\n",
    with_source("{path: a, names: \"${vars.l}\", ratio: \"${vars.n}\"}") + "vars: {l: [a], n: 1}\n",
    "pipeline:\n  source: {type: \"${vars.t}\"}\n  sink: {type: stdout, config: }\n"
    "vars: {t: nothing}\n",
    "version: 1\nname: n\nvars:\nparams: {p: {type: int, default: 5, description: d}}\n"
    "pipeline:\n  source: {type: csv, config: {path: a}, transforms: [{type: set, config: {values: "
    "{a: [1, {}]}}}], inherit_transforms: false, status: draft, tags: [a], attributes: {a: 1}}\n"
    "  transforms: [{type: set, config: {values: {}}}]\n"
    "  sink: {type: stdout, config: {format: pretty}, tags: [b]}\n"
    "  state: {type: memory, config: {}}\nexecution: {max_concurrent: 3, on_error: stop}\n",
    document_with("  state:\nexecution:\n"),
    document_with("kind: pipeline\nrequires_faucet: \">=1.0\"\nauth: {}\npool: nightly_2\n"
                  "selection: {include_parents: all}\n"
                  "execution: {adaptive_batch_size: {enabled: false}}\nmatrix:\n"),
    "pipeline:\n  sources: {a: {type: csv}}\n  sinks: {b: {type: stdout}}\n"
    "matrix: [{id: 5, source: {ref: a, config: {path: x}}, sink: {ref: b}}]\n",
    "pipeline:\n  source: {type: csv, config: {batch_size: 5}}\n  sink: {type: stdout}\n"
    "  dlq: {sink: {type: stdout}, on_batch_error: dlq_all, max_failures_total: 5}\n"
    "matrix:\n"
    "  - {id: a, tags: [x], weight: 1.5, source: {config: {path: x}, status: draft}, dlq: null}\n"
    "  - {id: b, parent: a, parent_key: k, depends_on: [a], inherit_transforms: false,\n"
    "     source: {config: {path: \"${a.x}\"}}, state: {type: memory}, legacy_state_ids: [c],\n"
    "     transforms: [{type: set, config: {values: {a: \"${a.k}\"}}}]}\n",
  };
  for (const auto& text : documents) {
    INFO(text);
    CHECK(loads(text));
    CHECK(validates(text));
  }
}

TEST_CASE("broken documents neither load nor validate") {
  const std::string documents[] = {
    "version: 1\n",
    "[]\n",
    document_with("version: 2\n"),
    document_with("exekution: {}\n"),
    document_with("shard: {count: 2}\n"),
    document_with("auth: {a: {type: bearer}}\n"),
    document_with("matrix: {}\n"),
    document_with("matrix: [{parnet: a}]\n"),
    document_with("matrix: [{sink: {transforms: []}}]\n"),
    document_with("matrix: [{fan_out: {}}]\n"),
    document_with("  dlq: {}\n"),
    document_with("  dlq: {sink: {type: stdout}, max_failures_total: 0}\n"),
    "pipeline:\n  sink: {type: stdout}\n",
    "pipeline:\n",
    document_with("execution: {on_error: halt}\n"),
    document_with("execution: {max_concurrent: 0}\n"),
    document_with("params: {p: {type: integer}}\n"),
    document_with("  transforms: {}\n"),
    document_with("  transforms: [{type: set}]\n"),
    document_with("  transforms: [{type: set, config: {valeus: {}}}]\n"),
    document_with("  transforms: [{type: set, values: {}}]\n"),
    with_source("{}"),
    with_source("[]"),
    with_source("{path: a, pth: b}"),
    with_source("{path: 5}"),
    with_source("{path: a, file: b}"),
    with_source("{path: a, batch_size: ten}"),
    with_source("{path: a, batch_size: 5001}"),
    with_source("{path: a, batch_size: -1}"),
    with_source("{path: a, batch_size: 1, rows: 1}"),
    with_source("{path: a, batch_size: null}"),
    with_source("{path: a, ratio: 1.5}"),
    with_source("{path: a, strict: yes}"),
    with_source("{path: a, names: a}"),
    with_source("{path: a, names: [5]}"),
    "pipeline:\n  source: {type: csv}\n  sink: {type: stdout}\n",
    "pipeline:\n  source: {type: nothing}\n  sink: {type: stdout, transforms: []}\n",
    "pipeline:\n  source: {type: nothing}\n  sink: {type: stdout, config: {format: ugly}}\n",
    "pipeline:\n  source: {config: {path: a}}\n  sink: {type: stdout}\n",
    "pipeline:\n  source: {type: nothing, status: done}\n  sink: {type: stdout}\n",
  };
  for (const auto& text : documents) {
    INFO(text);
    CHECK_FALSE(loads(text));
    CHECK_FALSE(validates(text));
  }
}

TEST_CASE("a type that does not exist does not validate") {
  CHECK_FALSE(validates("pipeline:\n  source: {type: csw}\n  sink: {type: stdout}\n"));
  CHECK_FALSE(validates(document_with("  state: {type: disk}\n")));
}

TEST_CASE("the schema of one type's options tells what there is to know of each") {
  auto types = all_types();
  auto text = options_schema(types.sources[0], "source");
  auto schema = nlohmann::json::parse(text);
  CHECK(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema");
  CHECK(schema["title"] == "source csv");
  CHECK(schema["additionalProperties"] == false);
  const auto& properties = schema["properties"];
  CHECK(properties["batch_size"]["default"] == 1000);
  CHECK(properties["batch_size"]["description"] == "Rows.");
  CHECK(properties["rows"]["deprecated"] == true);
  CHECK(properties["names"]["writeOnly"] == true);
  CHECK(properties["delimiter"]["default"] == ",");
  schema_check check{text};
  CHECK(check(document_of("{path: a, batch_size: \"${env:N}\"}")));
  CHECK_FALSE(check(document_of("{path: a, batch_size: many}")));
  CHECK_FALSE(check(document_of("{batch_size: 5}")));
}

TEST_CASE("a tagged type allows each variant its own keys only") {
  type_schema whole{.what = type_schema::form::integer};
  type_schema text{.what = type_schema::form::string};
  type_schema tagged{.what = type_schema::form::tagged, .tag = "kind"};
  tagged.options.push_back({.name = "note", .type = text});
  tagged.variants = {
    {"int", {.what = type_schema::form::object, .options = {{.name = "min", .type = whole}}}},
    {"choice",
     {.what = type_schema::form::object,
      .options = {{.name = "values", .type = text, .is_required = true}}}}};
  type_schema outer{.what = type_schema::form::object, .options = {{.name = "x", .type = tagged}}};
  schema_check check{options_schema({"demo", "Demo.", outer}, "source")};
  CHECK(check(document_of("x: {kind: int, min: 5, note: n}")));
  CHECK(check(document_of("x: {kind: choice, values: v}")));
  CHECK_FALSE(check(document_of("x: {kind: choice}")));
  CHECK_FALSE(check(document_of("x: {kind: int, values: v}")));
  CHECK_FALSE(check(document_of("x: {kind: other}")));
  CHECK_FALSE(check(document_of("x: {min: 5}")));
}

TEST_CASE("the schema check of these tests refuses keywords it does not know") {
  CHECK_FALSE(schema_check{"{\"multipleOf\": 2}"}(4));
}
