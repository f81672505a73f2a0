#include "cluster/claimed_plan.hpp"
#include "state/envelope.hpp"
#include "tests/catch.hpp"
#include "tests/temp_folder.hpp"

#include <algorithm>

using namespace faucet;

namespace {

const std::string three_rows = R"(version: 1
name: three
pipeline:
  source: {type: generate, config: {rows: 1}}
  sink: {type: jsonl, config: {path: /tmp/never-written/out.jsonl}}
matrix:
  - {id: a, sink: {config: {path: /tmp/never-written/a.jsonl}}}
  - {id: b, sink: {config: {path: /tmp/never-written/b.jsonl}}, tags: [nightly]}
  - {id: c, sink: {config: {path: /tmp/never-written/c.jsonl}}, depends_on: [a]}
)";

execution_place place() {
  return {.connectors = &built_in_catalogue(), .variables = {}};
}

std::shared_ptr<const vault> keys_of(char letter, const std::vector<std::string>& previous = {}) {
  return std::make_shared<const vault>(vault::make(std::string(32, letter), previous).value());
}

execution_place place_sealed_with(std::shared_ptr<const vault> keys) {
  auto result = place();
  result.keys = std::move(keys);
  return result;
}

/// As the history keeps it.
submitted_run sealed_for_run_1(const vault& keys, const std::string& config) {
  return {.config = keys.seal_config(config, "run-1").value(), .format = "json", .run = "run-1"};
}

submitted_run three(std::string details) {
  return {three_rows, "yaml", std::move(details)};
}

/// Why a submission is refused; the owner must say the same.
std::string plan_refusal(const submitted_run& run) {
  auto checked = check_submission(run, place());
  auto planned = plan_of(run, place());
  REQUIRE_FALSE(checked);
  REQUIRE_FALSE(planned);
  CHECK(render(checked.error()) == render(planned.error()));
  return render(checked.error());
}

std::vector<std::string> rows_of(const submitted_run& run) {
  auto checked = check_submission(run, place());
  INFO((checked ? "" : render(checked.error())));
  REQUIRE(checked);
  REQUIRE(plan_of(run, place()));
  return checked->rows;
}

using names = std::vector<std::string>;

} // namespace

TEST_CASE("a submission says what its pipeline is called and which rows will run") {
  auto checked = check_submission(three("{}"), place());
  REQUIRE(checked);
  CHECK(checked->name == "three");
  CHECK(checked->pool.empty());
  CHECK(checked->rows == names{"a", "b", "c"});
  CHECK(checked->selection == "default");
  CHECK(checked->depends_on.empty());
}

TEST_CASE("a submitted pipeline without a name is called serve") {
  auto text = three_rows;
  text.erase(text.find("name: three\n"), 12);
  CHECK(check_submission({text, "yaml"}, place())->name == "serve");
  CHECK(plan_of({text, "yaml"}, place())->plan.pipeline == "serve");
}

TEST_CASE("a selection chooses the rows of a submitted run") {
  CHECK(rows_of(three(R"({"selection":{"select":["a"]}})")) == names{"a"});
  CHECK(rows_of(three(R"({"selection":{"tags":["nightly"]}})")) == names{"b"});
  CHECK(rows_of(three(R"({"selection":{"skip":["b"]}})")) == names{"a", "c"});
  CHECK(rows_of(three(R"({"selection":{"select":["c"],"include_parents":"all"}})"))
        == names{"a", "c"});
  CHECK(rows_of(three(R"({"selection":null})")) == names{"a", "b", "c"});
  auto plan = plan_of(three(R"({"selection":{"select":["a"]}})"), place());
  CHECK(plan->plan.rows.size() == 1);
  CHECK(check_submission(three(R"({"selection":{"select":["b","a"]}})"), place())->selection
        == "select=a,b");
}

TEST_CASE("a selection that cannot be fulfilled is refused at submission as at its owner") {
  CHECK_THAT(plan_refusal(three(R"({"selection":{"select":["x"]}})")), Catch::Contains("\"x\""));
  CHECK_THAT(plan_refusal(three(R"({"selection":{"tags":["x"]}})")), Catch::Contains("\"x\""));
  CHECK_THAT(plan_refusal(three(R"({"selection":{"skip":["*"]}})")),
             Catch::StartsWith("selection"));
  CHECK_THAT(plan_refusal(three(R"({"selection":{"select":["c"]}})")), Catch::Contains("\"a\""));
  CHECK_THAT(plan_refusal(three(R"({"selection":{"selct":["a"]}})")), Catch::Contains("selct"));
  CHECK_THAT(plan_refusal(three(R"({"selection":{"select":"a"}})")), Catch::Contains("select"));
  CHECK_THAT(plan_refusal(three(R"({"selection":{"status":["asleep"]}})")),
             Catch::Contains("asleep"));
  CHECK_THAT(plan_refusal(three(R"({"selection":["a"]})")), Catch::Contains("selection"));
}

TEST_CASE("dependencies that were submitted are added to those of the pipeline") {
  auto run = three(R"({"depends_on":{"b":["c","a"]}})");
  CHECK(check_submission(run, place())->depends_on == "b=a,c");
  auto plan = plan_of(run, place());
  REQUIRE(plan);
  auto row = std::ranges::find(plan->plan.rows, "b", &row_plan::id);
  REQUIRE(row != plan->plan.rows.end());
  CHECK(row->depends_on.size() == 2);
  auto c = std::ranges::find(plan->plan.rows, "c", &row_plan::id);
  CHECK(c->depends_on.size() == 1);
}

TEST_CASE("dependencies that cannot be are refused at submission as at their owner") {
  CHECK_THAT(plan_refusal(three(R"({"depends_on":{"x":["a"]}})")), Catch::StartsWith("depends_on"));
  CHECK_THAT(plan_refusal(three(R"({"depends_on":{"b":["x"]}})")), Catch::Contains("no row"));
  CHECK_THAT(plan_refusal(three(R"({"depends_on":{"b":["b"]}})")), Catch::Contains("circle"));
  CHECK_THAT(plan_refusal(three(R"({"depends_on":{"a":["c"]}})")), Catch::Contains("circle"));
  CHECK_THAT(plan_refusal(three(R"({"depends_on":["a"]})")), Catch::Contains("depends_on"));
  CHECK_THAT(plan_refusal(three(R"({"selection":{"select":["b"]},"depends_on":{"b":["a"]}})")),
             Catch::Contains("\"a\""));
  submitted_run one{"version: 1\npipeline: {source: {type: generate, config: {rows: 1}}, "
                    "sink: {type: stdout}}\n",
                    "yaml", R"({"depends_on":{"row-0":["x"]}})"};
  CHECK_THAT(plan_refusal(one), Catch::Contains("no matrix"));
}

TEST_CASE("what is submitted beside a config is checked, and what is not known is left alone") {
  CHECK_THAT(plan_refusal(three(R"({"timeout_secs":0})")), Catch::Contains("timeout_secs"));
  CHECK_THAT(plan_refusal(three(R"({"timeout_secs":1e3})")), Catch::Contains("timeout_secs"));
  CHECK_THAT(plan_refusal(three(R"({"timeout_secs":99999999999})")),
             Catch::Contains("timeout_secs"));
  CHECK_THAT(plan_refusal(three(R"({"concurrency":0})")), Catch::Contains("concurrency"));
  CHECK_THAT(plan_refusal(three(R"({"clock":"yesterday"})")), Catch::StartsWith("clock"));
  CHECK_THAT(plan_refusal(three(R"({"doctor_first":"yes"})")), Catch::Contains("doctor_first"));
  CHECK_THAT(plan_refusal(three("[]")), Catch::Contains("no object"));
  CHECK_THAT(plan_refusal(three("{")), Catch::Contains("submission"));
  auto plan =
    plan_of(three(R"({"timeout_secs":5,"concurrency":2,"doctor_first":true,"x":1})"), place());
  REQUIRE(plan);
  CHECK(plan->plan.order.max_concurrent == 2);
}

TEST_CASE("a sealed config is opened by whoever has the key, and by nobody else", "[P229]") {
  auto keys = keys_of('k');
  auto run = sealed_for_run_1(*keys, three_rows);
  run.format = "yaml";
  CHECK(plan_of(run, place_sealed_with(keys))->plan.pipeline == "three");
  CHECK(plan_of(run, place_sealed_with(keys_of('n', {std::string(32, 'k')}))));
  CHECK_THAT(plan_refusal(run),
             Catch::StartsWith("this run's stored config is sealed, and this instance "
                               "was started without a vault key"));
  CHECK_THAT(render(plan_of(run, place_sealed_with(keys_of('o'))).error()),
             Catch::Contains("and this instance cannot open it: "));
  run.run = "run-2";
  CHECK_FALSE(plan_of(run, place_sealed_with(keys)));
}

TEST_CASE("sealed values come back in memory, and no report of the run will show them") {
  auto keys = keys_of('k');
  auto run = sealed_for_run_1(*keys, R"({"version":1,"name":"x","pipeline":{
    "source":{"type":"generate","config":{"rows":"${sealed:1:number}"}},
    "sink":{"type":"jsonl","config":{"path":"/tmp/never-written/${sealed:0}.jsonl"}}}})");
  run.sealed_values = *keys->seal_values({"hunter2", "3"}, "run-1");
  auto planned = plan_of(run, place_sealed_with(keys));
  INFO((planned ? "" : render(planned.error())));
  REQUIRE(planned);
  CHECK(planned->plan.secrets.apply("at hunter2!") == "at ***!");
}

TEST_CASE("a secret may be what the pipeline says of itself as well") {
  auto keys = keys_of('k');
  auto run = sealed_for_run_1(*keys, R"({"version":"${sealed:0:number}","name":"${sealed:1}",
    "pipeline":{"source":{"type":"generate","config":{"rows":"${sealed:0:number}"}},
    "sink":{"type":"stdout"}}})");
  run.sealed_values = *keys->seal_values({"1", "orders"}, "run-1");
  auto loaded = plan_of(run, place_sealed_with(keys));
  INFO((loaded ? "" : render(loaded.error())));
  REQUIRE(loaded);
}

TEST_CASE("a token is never executed: without its value the run is refused", "[P229]") {
  auto keys = keys_of('k');
  auto run = sealed_for_run_1(*keys, R"({"version":1,"name":"x","pipeline":{
    "source":{"type":"generate","config":{"rows":1}},
    "sink":{"type":"jsonl","config":{"path":"/tmp/never-written/${sealed:0}.jsonl"}}}})");
  auto why = [&](const std::shared_ptr<const vault>& with) {
    auto planned = plan_of(run, place_sealed_with(with));
    REQUIRE_FALSE(planned);
    return render(planned.error());
  };
  CHECK_THAT(why(keys), Catch::Contains("they are no longer stored"));
  run.sealed_values = *keys->seal_values({}, "run-1");
  CHECK_THAT(why(keys), Catch::Contains("${sealed:0} has no sealed value"));
  run.sealed_values = *keys_of('o')->seal_values({"hunter2"}, "run-1");
  CHECK_THAT(why(keys), Catch::Contains("`secret: true` param values are sealed, and this instance "
                                        "cannot open it"));
  run.sealed_values = *keys->seal_values({"hunter2"}, "run-2");
  CHECK_THAT(why(keys), Catch::Contains("cannot open it"));
  run.config = R"({"pipeline":{"sink":"${sealed:0}"}})"; // not sealed itself
  CHECK_THAT(why({}), Catch::Contains("started without a vault key"));
}

TEST_CASE("what is wrong with a config that was opened is told without its sealed values") {
  auto keys = keys_of('k');
  auto run = sealed_for_run_1(*keys, R"({"version":1,"name":"x","pipeline":{
    "source":{"type":"generate","config":{"rows":1,"${sealed:0}":1}},
    "sink":{"type":"stdout"}}})");
  run.sealed_values = *keys->seal_values({"hunter2"}, "run-1");
  auto planned = plan_of(run, place_sealed_with(keys));
  REQUIRE_FALSE(planned);
  CHECK_THAT(render(planned.error()), Catch::Contains("***") && !Catch::Contains("hunter2"));
}

TEST_CASE("an owner writes bookmarks bare for as long as an older member lives") {
  test::temp_folder folder;
  auto text = three_rows;
  text.insert(text.find("matrix:"),
              "  state: {type: file, config: {path: " + folder.path().string() + "}}\n");
  submitted_run run{text, "yaml"};
  auto with_older = place();
  with_older.needs_bare_bookmarks = [] { return true; };
  auto planned = plan_of(run, with_older);
  INFO((planned ? "" : render(planned.error())));
  REQUIRE(planned);
  auto& store = *planned->plan.stores.at(0);
  REQUIRE(store.prepare());
  REQUIRE(store.put("three::a", seal_bookmark("generate", bookmark{"40"})));
  CHECK(**store.get("three::a") == "40");
}

TEST_CASE("the pool of a pipeline is told and is no part of what is executed") {
  auto run = three("{}");
  run.config += "pool: private\n";
  auto checked = check_submission(run, place());
  REQUIRE(checked);
  CHECK(checked->pool == "private");
  run.config = three_rows + "pool: [a]\n";
  CHECK_THAT(plan_refusal(run), Catch::Contains("pool"));
}

TEST_CASE("a submission is laid over the defaults of the node") {
  auto here = place();
  here.defaults = node{node::map_type{{"name", node{std::string{"from-defaults"}}, {}}}};
  submitted_run one{R"({"version":1,"pipeline":{"sink":{"type":"stdout"},"source":)"
                    R"({"config":{"rows":1},"type":"generate"}}})",
                    "json"};
  submitted_run other{"pipeline: {source: {type: generate, config: {rows: 1}}, "
                      "sink: {type: stdout}}\nversion: 1\n",
                      "yaml"};
  auto first = check_submission(one, here);
  auto second = check_submission(other, here);
  REQUIRE(first);
  REQUIRE(second);
  CHECK(first->name == "from-defaults");
  CHECK(second->name == "from-defaults");
  CHECK(check_submission(one, place())->name == "serve");
}

TEST_CASE("a nameless pipeline that keeps bookmarks is told under which name") {
  auto warnings = [](const std::string& head, const std::string& state) {
    auto found = check_submission({head
                                     + "pipeline:\n  source: {type: generate, config: {rows: 1}}\n"
                                       "  sink: {type: stdout}\n"
                                     + state,
                                   "yaml"},
                                  place());
    REQUIRE(found);
    return found->warnings;
  };
  const std::string kept = "  state: {type: file, config: {path: /tmp/never-written}}\n";
  CHECK(warnings("", kept)
        == std::vector<std::string>{"the pipeline has no name, so its bookmarks are kept under "
                                    "\"serve\", as those of all that have none"});
  CHECK(warnings("name: mine\n", kept).empty());
  CHECK(warnings("", "").empty());
}
