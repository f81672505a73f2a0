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
  REQUIRE(plan->invocations.size() == 1);
  const auto& row = plan->invocations[0];
  CHECK(row.row == "row-0");
  CHECK(row.source_type == "generate");
  CHECK(row.sink_type == "stdout");
  CHECK(row.state_key == "orders::row-0");
  CHECK(row.transforms.size() == 1);
  CHECK(plan->store != nullptr);
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
    REQUIRE(plan->store->put("orders::row-0", "1"));
    CHECK(plan->store->get("orders::row-0").value() == std::nullopt);
  }
}
