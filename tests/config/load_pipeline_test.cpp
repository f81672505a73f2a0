#include "config/document.hpp"
#include "config/expand_rows.hpp"
#include "config/load_pipeline.hpp"
#include "tests/catch.hpp"
#include "tests/config/node_text.hpp"
#include "tests/temp_folder.hpp"

using namespace faucet;
using test::temp_folder;

namespace {

expected<pipeline_spec> read(const std::string& text, const load_settings& settings = {}) {
  auto document = parse_document(text, "orders.yaml");
  if (!document) {
    return fail(std::move(document));
  }
  return read_pipeline(std::move(*document), "orders.yaml", settings);
}

std::string failure(const std::string& text, const load_settings& settings = {}) {
  auto result = read(text, settings);
  return result ? "accepted" : render(result.error());
}

/// The smallest pipeline, and what comes behind it.
std::string pipeline_with(const std::string& more) {
  return "pipeline:\n  source: {type: csv, config: {path: a.csv}}\n  sink: {type: stdout}\n" + more;
}

} // namespace

TEST_CASE("a pipeline file is read with every block it has") {
  load_settings settings;
  settings.clock = *run_clock::parse("2024-03-04");
  settings.variables = environment{{{"SIZE", "10"}}};
  settings.params = {{"tenant", "acme"}};
  auto spec = read("version: 1\n"
                   "name: orders-${param.tenant}\n"
                   "vars: {base: /data, keep: [id]}\n"
                   "params: {tenant: {required: true}}\n"
                   "pipeline:\n"
                   "  source:\n"
                   "    type: csv\n"
                   "    config: {path: \"${vars.base}/in.csv\", batch_size: \"${env:SIZE}\"}\n"
                   "    transforms: [{type: drop, config: {fields: [b]}}]\n"
                   "    status: active\n"
                   "    tags: [x, y]\n"
                   "    attributes: {owner: me, level: 3}\n"
                   "  transforms:\n"
                   "    - {type: select, config: {fields: \"${vars.keep}\"}}\n"
                   "    - {type: set, config: {values: {day: \"${now.date}\"}}}\n"
                   "  sink: {type: jsonl, config: {path: out.jsonl}}\n"
                   "  state: {type: file, config: {path: state}}\n"
                   "execution: {max_concurrent: 2, on_error: stop, schedule: lpt}\n",
                   settings);
  REQUIRE(spec);
  CHECK(spec->name == "orders-acme");
  const auto& source = *spec->pipeline.source;
  CHECK(node_text(source.config) == "{path:\"/data/in.csv\",batch_size:\"10\"}");
  CHECK(source.status == tier::active);
  CHECK(source.tags == std::vector<std::string>{"x", "y"});
  CHECK(source.attributes.size() == 2);
  CHECK(to_string(source.config.find("batch_size")->where()) == "orders.yaml:8");
  auto rows = expand_rows(*spec);
  REQUIRE(rows);
  REQUIRE(rows->size() == 1);
  const auto& transforms = rows->front().transforms;
  REQUIRE(transforms.size() == 3);
  CHECK(node_text(transforms[0].config) == "{fields:[\"id\"]}");
  CHECK(node_text(transforms[1].config) == "{values:{day:\"2024-03-04\"}}");
  CHECK(*transforms[2].type.text() == "drop");
  CHECK(*spec->pipeline.sink->type.text() == "jsonl");
  CHECK(*spec->pipeline.state->type.text() == "file");
  CHECK(spec->execution.max_concurrent == 2U);
  CHECK(spec->execution.on_error == error_policy::stop);
  CHECK(spec->execution.schedule == dispatch_order::longest_first);
}

TEST_CASE("what a pipeline file leaves out has its default") {
  auto spec = read(pipeline_with(""));
  REQUIRE(spec);
  CHECK(spec->name == "orders");
  auto rows = expand_rows(*spec);
  REQUIRE(rows);
  const auto& sink = rows->front().sink;
  CHECK(node_text(sink.config) == "{}");
  CHECK(to_string(sink.config.where()) == "orders.yaml:3");
  CHECK_FALSE(spec->pipeline.state);
  CHECK_FALSE(spec->execution.max_concurrent);
  CHECK(spec->execution.on_error == error_policy::carry_on);
  CHECK(read(pipeline_with("vars:\nparams:\nexecution:\n")));
}

TEST_CASE("a source can do without the pipeline's transforms") {
  auto spec = read("pipeline:\n  source: {type: csv, inherit_transforms: false}\n"
                   "  transforms: [{type: drop}]\n  sink: {type: stdout}\n");
  REQUIRE(spec);
  auto rows = expand_rows(*spec);
  REQUIRE(rows);
  CHECK(rows->front().transforms.empty());
}

TEST_CASE("unknown keys are refused everywhere, with line and nearest known key") {
  CHECK(failure(pipeline_with("exekution: {}\n"))
        == "orders.yaml:4: unknown key \"exekution\" in a pipeline file; did you mean "
           "\"execution\"?");
  CHECK(failure(pipeline_with("  transorms: []\n"))
        == "orders.yaml:4: unknown key \"transorms\" in pipeline; did you mean \"transforms\"?");
  CHECK(failure("pipeline:\n  source: {type: csv,\n    path: a.csv}\n  sink: {type: stdout}\n")
        == "orders.yaml:3: unknown key \"path\" in pipeline.source; the options of a type stand "
           "below \"config:\"");
  CHECK(failure(pipeline_with("  transforms:\n    - {type: drop, fields: [a]}\n"))
        == "orders.yaml:5: unknown key \"fields\" in pipeline.transforms[0]; the options of a type "
           "stand below \"config:\"");
  CHECK(failure(pipeline_with("execution: {max_concurent: 2}\n"))
        == "orders.yaml:4: unknown key \"max_concurent\" in execution; did you mean "
           "\"max_concurrent\"?");
  CHECK(failure(pipeline_with("  state: {type: file, konfig: {}}\n"))
        == "orders.yaml:4: unknown key \"konfig\" in pipeline.state; did you mean \"config\"?");
}

TEST_CASE("keys of the grammar that are not built yet are named as such") {
  CHECK(failure(pipeline_with("shard: {count: 2}\n"))
        == "orders.yaml:4: \"shard\" is not supported yet by this build");
  CHECK(failure(pipeline_with("  quality: {}\n"))
        == "orders.yaml:4: \"quality\" is not supported yet by this build");
  CHECK(failure(pipeline_with("execution:\n  adaptive_batch_size: {enabled: true}\n"))
        == "orders.yaml:5: \"adaptive_batch_size\" is not supported yet by this build");
  CHECK(failure(pipeline_with("auth: {a: {type: bearer}}\n"))
        == "orders.yaml:4: \"auth\" is not supported yet by this build");
  for (auto key : {"delivery", "partition", "fan_out", "for_each", "discover"}) {
    CHECK(failure(pipeline_with("matrix:\n  - id: a\n    " + std::string{key} + ": []\n"))
          == "orders.yaml:6: \"" + std::string{key} + "\" is not supported yet by this build");
  }
}

TEST_CASE("a pool is for who submits the file, and changes nothing for who reads it here") {
  CHECK(failure(pipeline_with("pool: gpu-2\n")) == "accepted");
  CHECK_THAT(failure(pipeline_with("pool: GPU\n")),
             Catch::StartsWith("orders.yaml:4: \"GPU\" cannot be the name of a pool: "));
  CHECK(failure(pipeline_with("pool: [a]\n"))
        == "orders.yaml:4: pool: expected a string, found list");
}

TEST_CASE("blocks that say nothing yet are accepted") {
  CHECK(failure(pipeline_with("kind: pipeline\nauth: {}\n"
                              "execution: {adaptive_batch_size: {enabled: false, min: 5}}\n"))
        == "accepted");
  CHECK(failure(pipeline_with("auth:\nmatrix:\nselection:\nexecution: {adaptive_batch_size: }\n"))
        == "accepted");
  CHECK(failure(pipeline_with("kind: deployment\n"))
        == "orders.yaml:4: kind: expected one of pipeline, found string \"deployment\"");
}

TEST_CASE("a source or sink outside of pipeline is told where it belongs") {
  CHECK(failure("version: 1\nsource: {type: csv}\nsink: {type: stdout}\n")
        == "orders.yaml:2: \"source\" belongs below \"pipeline:\"");
}

TEST_CASE("a sink carries no transforms") {
  CHECK(failure("pipeline:\n  source: {type: csv}\n  sink:\n    type: stdout\n    transforms: []\n")
        == "orders.yaml:5: \"transforms\" cannot stand in a sink; transforms belong to the "
           "pipeline, a source or a row");
}

TEST_CASE("another version of the grammar is refused") {
  CHECK(failure(pipeline_with("version: 2\n"))
        == "orders.yaml:4: this build reads version 1 of the grammar only");
  CHECK(failure(pipeline_with("version: 1.0\n"))
        == "orders.yaml:4: this build reads version 1 of the grammar only");
  CHECK(failure(pipeline_with("version: one\n")).starts_with("orders.yaml:4: version: expected"));
  CHECK(failure(pipeline_with("version: 1\n")) == "accepted");
}

TEST_CASE("missing blocks and wrong types are errors with their line") {
  CHECK(failure("version: 1\n")
        == "orders.yaml:1: missing required key \"pipeline\" of a pipeline file");
  CHECK(failure("pipeline:\n  source: {type: csv}\n")
        == "orders.yaml:2: missing required key \"sink\" of pipeline");
  CHECK(failure("pipeline:\n  source: {config: {}}\n  sink: {type: stdout}\n")
        == "orders.yaml:2: missing required key \"type\" of pipeline.source");
  CHECK(failure("pipeline:\n") == "orders.yaml:1: missing required key \"source\" of pipeline");
  CHECK(failure("[1]\n") == "orders.yaml:1: a pipeline file: expected a map, found list");
  CHECK(failure("pipeline: text\n")
        == "orders.yaml:1: pipeline: expected a map, found string \"text\"");
  CHECK(failure(pipeline_with("  transforms: {}\n"))
        == "orders.yaml:4: pipeline.transforms: expected a list, found map");
  CHECK(failure(pipeline_with("execution: {max_concurrent: 0}\n"))
        == "orders.yaml:4: execution.max_concurrent: expected a number of at least 1, found "
           "integer 0");
  CHECK(failure(pipeline_with("vars: [1]\n")) == "orders.yaml:4: vars: expected a map, found list");
  CHECK(failure(pipeline_with("execution: {on_error: \"${env:X}\"}\n"),
                {.params = {}, .clock = {}, .variables = environment{{{"X", "halt"}}}})
        == "orders.yaml:4: execution.on_error: expected one of continue, stop, found string "
           "\"halt\"");
}

TEST_CASE("now stands in sources, sinks and transforms, and is refused in state and elsewhere",
          "[P80][P110]") {
  CHECK(failure("pipeline:\n  source: {type: csv, config: {path: \"${now.date}.csv\"}}\n"
                "  transforms: [{type: set, config: {values: {d: \"${now.iso}\"}}}]\n"
                "  sink: {type: stdout, config: {x: \"${now.unix}\"}}\n")
        == "accepted");
  CHECK(failure(pipeline_with("  state: {type: file, config: {path: \"${now.date}\"}}\n"))
        == "orders.yaml:4: ${now.date} cannot be used in state: it would differ from run to run");
  CHECK(failure(pipeline_with("name: x-${now.date}\n"))
        == "orders.yaml:4: ${now.date} cannot be used in name: it would differ from run to run");
}

TEST_CASE("a broken definition is found although nothing uses it", "[P107]") {
  CHECK(failure(pipeline_with("vars:\n  a: ${env:NOPE}\n"))
        == "orders.yaml:5: ${env:NOPE}: no environment variable \"NOPE\"");
  CHECK(failure(pipeline_with("vars: {a: \"${vars.b}\", b: \"${vars.a}\"}\n"))
        == "orders.yaml:4: interpolation cycle: vars.a -> vars.b -> vars.a");
}

TEST_CASE("validation without parameters uses placeholders, a run does not") {
  auto text = pipeline_with("params: {n: {type: int, required: true}}\nname: p${param.n}\n");
  load_settings settings;
  CHECK(failure(text, settings) == "required parameter \"n\" is not given");
  settings.validate_only = true;
  auto spec = read(text, settings);
  REQUIRE(spec);
  CHECK(spec->name == "p1");
}

TEST_CASE("a pipeline file in JSON means the same as in YAML") {
  temp_folder folder;
  folder.write("p.json", "{\"pipeline\": {\"source\": {\"type\": \"csv\"},\n"
                         "\"sink\": {\"type\": \"stdout\", \"konfig\": {}}}}");
  auto path = (folder / "p.json").string();
  auto result = load_pipeline(path, {});
  REQUIRE_FALSE(result);
  CHECK(render(result.error())
        == path + ":2: unknown key \"konfig\" in pipeline.sink; did you mean \"config\"?");
}

TEST_CASE("the pipeline file of a folder is found by name") {
  temp_folder folder;
  auto nothing = find_pipeline_file(folder.path().string());
  REQUIRE_FALSE(nothing);
  CHECK(nothing.error().which == folder.path().string());
  folder.write("faucet.json", "{}");
  CHECK(find_pipeline_file(folder.path().string()) == (folder / "faucet.json").string());
  folder.write("faucet.yaml", "");
  CHECK(find_pipeline_file(folder.path().string()) == (folder / "faucet.yaml").string());
}

TEST_CASE("what is shown in messages cannot be made from a secret") {
  load_settings settings;
  settings.variables = environment{{{"T", "hunter2"}}};
  CHECK(failure(pipeline_with("name: \"a-${secret:T}\"\n"), settings)
        == "orders.yaml:4: name cannot be made from a secret: it is shown in messages and logs");
  CHECK(failure(pipeline_with("matrix: [{id: \"${secret:T}\"}]\n"), settings)
        == "orders.yaml:4: matrix[0].id cannot be made from a secret: it is shown in messages and "
           "logs");
  CHECK(failure(pipeline_with("name: \"${param.p}\"\nparams: {p: {secret: true, default: x}}\n"),
                settings)
        == "orders.yaml:4: name cannot be made from a secret: it is shown in messages and logs");
  CHECK(
    failure(pipeline_with("  state: {type: \"${secret:T}\", config: {path: \"${secret:T}\"}}\n"),
            settings)
    == "accepted");
}

TEST_CASE("a refusal while a file is read does not show its secrets") {
  load_settings settings;
  settings.variables = environment{{{"T", "sources"}}};
  CHECK(
    failure("pipeline:\n  source: {type: csv, config: {path: \"${secret:T}\"}}\n  sink: {type: "
            "stdout}\n  sources: {default: {type: csv}}\n",
            settings)
    == "orders.yaml:2: pipeline.source is the \"default\" of pipeline.***, which names another; "
       "give one of them");
}
