#include "apps/node/gateway/sealing.hpp"
#include "config/document.hpp"
#include "state/json_text.hpp"
#include "state/sealing/sealed_tokens.hpp"
#include "state/sealing/vault.hpp"
#include "tests/catch.hpp"
#include "tests/gateway/gateway_place.hpp"

using namespace faucet;
using test::gateway_place;

namespace {

using texts = std::vector<std::string>;

constexpr auto prefix = "faucet-sealed-config:v1:";

const std::string with_params = R"("config":"name: orders-${param.password}
pipeline: {dsn: 'postgres://u:hunter2@db/x', port: 5432}
params:
  password: {secret: true, required: true}
  port: {type: int, secret: true, default: 1}
  table: {default: t}
")";

std::shared_ptr<const vault> keys_of(char letter, const texts& previous = {}) {
  auto made = vault::make(std::string(32, letter), previous);
  REQUIRE(made);
  return std::make_shared<const vault>(std::move(*made));
}

auto with_key(char letter) {
  return [letter](control_parts& x) { x.keys = keys_of(letter); };
}

/// With its line breaks as JSON has them.
std::string fields(std::string text) {
  for (auto at = text.find('\n'); at != text.npos; at = text.find('\n', at)) {
    text.replace(at, 1, "\\n");
  }
  return text;
}

std::string stored(gateway_place& place, const std::string& run) {
  return (*place.own->archive().config(run))->config;
}

} // namespace

TEST_CASE("of values that begin alike the longest is hidden, and short ones where they are words") {
  CHECK(mask_of({"hunter2", "hunter22"}).apply("user:hunter2@hunter22") == "user:***@***");
  CHECK(mask_of({"ab"}).apply("table-ab") == "table-***");
  CHECK(mask_of({}).apply("plain") == "plain");
}

TEST_CASE("with a vault key the whole config of every run is stored sealed") {
  gateway_place place{with_key('k')};
  auto run = place.submitted(R"("config":"name: orders\npipeline: {password: hunter2}\n")");
  CHECK_THAT(stored(place, run), Catch::StartsWith(prefix) && !Catch::Contains("hunter2"));
  CHECK_FALSE(*place.own->archive().sealed_values(run));
  CHECK(place.get("/v1/runs/" + run).text("config_body") == stored(place, run));
  auto shown = place.get("/v1/runs/" + run + "/config");
  CHECK(shown.text("body") == "name: orders\npipeline: {password: hunter2}\n");
  CHECK(shown.text("format") == "yaml");
  CHECK_THAT(place.get("/v1/runs/" + run + "/config", "token of ann").text("body"),
             Catch::Contains("orders") && !Catch::Contains("hunter2"));
}

TEST_CASE("values of secret params are stored apart, and tokens stand for them") {
  gateway_place place{with_key('k')};
  auto run =
    place.submitted(fields(with_params) + R"(,"name":"n hunter2","labels":{"a":"x-hunter2"},
    "params":{"port":5432,"password":"hunter2","table":"people"})");
  auto sealed = stored(place, run);
  auto values = *place.own->archive().sealed_values(run);
  REQUIRE(values);
  auto keys = keys_of('k');
  CHECK(*open_values(keys.get(), *values, run) == texts{"5432", "hunter2"});
  auto config = *open_config(keys.get(), sealed, run);
  CHECK_THAT(config, !Catch::Contains("hunter2") && !Catch::Contains("5432")
                       && Catch::Contains("people")
                       && Catch::Contains("postgres://u:${sealed:1}@db/x")
                       && Catch::Contains("\"port\":\"${sealed:0:number}\""));
  auto shown = place.get("/v1/runs/" + run + "/config");
  CHECK(shown.text("body") == config);
  auto record = place.get("/v1/runs/" + run);
  CHECK(record.text("name") == "n ***");
  CHECK(record.text("labels", "a") == "x-***");
  CHECK_THAT(record.body, !Catch::Contains("hunter2"));
  CHECK_THAT(place.get("/v1/audit").body, !Catch::Contains("hunter2"));
  auto document = parse_document(config, "config.json");
  REQUIRE(put_values(*document, {"5432", "hunter2"}));
  CHECK_THAT(json_of(*document), Catch::Contains("postgres://u:hunter2@db/x")
                                   && Catch::Contains("\"default\":5432")
                                   && Catch::Contains("\"required\":false"));
}

TEST_CASE("a secret of a letter is starred in name and labels wherever it stands") {
  gateway_place place{with_key('k')};
  auto run = place.submitted(fields(with_params) + R"(,"name":"orders 42","labels":{"a":"x7y%"},
    "params":{"port":7,"password":"4"})");
  auto record = place.get("/v1/runs/" + run);
  CHECK(record.text("name") == "orders ***2");
  CHECK(record.text("labels", "a") == "x***y%");
}

TEST_CASE("without a vault key secret params are refused, others are defaults of the pipeline") {
  gateway_place place;
  auto refused = place.submit(fields(with_params) + R"(,"params":{"password":"hunter2"})");
  CHECK(refused.status == 422);
  CHECK_THAT(refused.text("error", "message"),
             Catch::Contains("--vault-key") && !Catch::Contains("hunter2"));
  CHECK(place.get("/v1/runs").text("runs") == "[]");
  CHECK(place.submit(fields(with_params) + R"(,"params":{"password":"${env:PW}"})").status == 202);
  auto run = place.submitted(
    R"("config":"pipeline: {}\nparams: {t: {required: true}}\n","params":{"t":"people"})");
  CHECK(stored(place, run)
        == R"({"pipeline":{},"params":{"t":{"required":false,"default":"people"}}})");
}

TEST_CASE("a config that holds tokens already is refused, also by way of a param", "[P229]") {
  gateway_place place{with_key('k')};
  for (const auto* fields :
       {R"("config":"pipeline: {password: '${sealed:0}'}\n")",
        R"("config":"pipeline: {'${sealed:': 1}\n")",
        R"("config":"pipeline: {}\nparams: {a: {}}\n","params":{"a":"${sealed:0}"})"}) {
    auto refused = place.submit(fields);
    CHECK(refused.status == 422);
    CHECK_THAT(refused.text("error", "message"), Catch::Contains("${sealed:"));
  }
}

TEST_CASE("params that cannot be taken are refused without their values") {
  gateway_place place{with_key('k')};
  auto [params, what] = GENERATE(table<std::string, std::string>({
    {R"("hunter2")", "params: expected an object, found string"},
    {R"(["hunter2"])", "params: expected an object, found list"},
    {R"({"password":["hunter2"]})", "\"password\" must be a text, a number or a truth value"},
    {R"({"password":null})", "found null"},
    {R"({"password":"x","nobody":"hunter2"})", "parameter \"nobody\" is not declared"},
    {R"({"password":"x","port":"hunter2"})", "parameter \"port\""},
    {R"({"port":1})", "required parameter \"password\" is not given"},
  }));
  auto refused = place.submit(fields(with_params) + R"(,"params":)" + params);
  INFO(params << " → " << refused.body);
  CHECK(refused.status == 422);
  CHECK_THAT(refused.text("error", "message"),
             Catch::Contains(what) && !Catch::Contains("hunter2"));
}

TEST_CASE("what a check finds wrong is told without the secrets") {
  auto [code, status] = GENERATE(
    table<ec, unsigned>({{ec::invalid_config, 422}, {ec::unavailable, 503}, {ec::internal, 500}}));
  gateway_place place{[code = code](control_parts& x) {
    x.keys = keys_of('k');
    x.check = [code](const submitted_pipeline& found) -> expected<checked_pipeline> {
      return fail(code, "unknown option in " + found.config, "config.json:1");
    };
  }};
  auto refused = place.submit(fields(with_params) + R"(,"params":{"password":"hunter2"})");
  CHECK(refused.status == status);
  CHECK_THAT(refused.body, !Catch::Contains("hunter2"));
  for (const auto& line : place.log) {
    CHECK_THAT(line, Catch::Contains("unknown option") && !Catch::Contains("hunter2"));
  }
}

TEST_CASE("a report of probes is told and stored without the secrets") {
  auto unwell = GENERATE(as<std::string>{}, "", "no hunter2");
  gateway_place place{[unwell](control_parts& x) {
    x.keys = keys_of('k');
    x.probe = [unwell](const submitted_pipeline& found) -> expected<probed_pipeline> {
      if (found.config.find("hunter2") == std::string::npos) {
        return fail(ec::internal, "tokens are not what is probed");
      }
      return probed_pipeline{.report = R"({"rows":[{"reason":"no hunter2","elapsed_ms":5432}]})",
                             .unwell = unwell};
    };
  }};
  auto answer = place.submit(
    fields(with_params) + R"(,"params":{"password":"hunter2","port":5432},"doctor_first":true)");
  CHECK(answer.status == (unwell.empty() ? 202 : 422));
  CHECK_THAT(answer.body, Catch::Contains("no ***") && Catch::Contains("\"elapsed_ms\":5432")
                            && !Catch::Contains("hunter2"));
  CHECK_THAT(place.get("/v1/runs").body, !Catch::Contains("hunter2"));
}

TEST_CASE("what is forbidden is told and written down without the secrets") {
  gateway_place place{[](control_parts& x) {
    x.keys = keys_of('k');
    x.check = [](const submitted_pipeline& found) -> expected<checked_pipeline> {
      checked_pipeline result;
      result.forbidden = "out of bounds: " + found.config;
      return result;
    };
  }};
  auto refused = place.submit(fields(with_params) + R"(,"params":{"password":"hunter2"})");
  CHECK(refused.status == 403);
  CHECK_THAT(refused.body, Catch::Contains("out of bounds") && !Catch::Contains("hunter2"));
  CHECK_THAT(place.get("/v1/audit").body,
             Catch::Contains("out of bounds") && !Catch::Contains("hunter2"));
}

TEST_CASE(
  "an equal submission is the run that there is, whatever its secrets, and seals nothing anew",
  "[P326]") {
  gateway_place place{with_key('k')};
  auto key = fields(with_params) + R"(,"idempotency_key":"k","params":)";
  auto run = place.submitted(key + R"({"password":"hunter2","table":"a"})");
  auto before = stored(place, run);
  auto values = *place.own->archive().sealed_values(run);
  // The address in the config holds a value of the first only, so that this must not.
  auto other = key;
  other.replace(other.find("hunter2"), 7, "other-1");
  CHECK(place.submit(other + R"({"password":"other-1","table":"a"})").text("run_id") == run);
  CHECK(place.submit(key + R"({"password":"hunter2","table":"a"})").text("run_id") == run);
  CHECK(stored(place, run) == before);
  CHECK(*place.own->archive().sealed_values(run) == values);
  CHECK(place.submit(key + R"({"password":"hunter2","table":"b"})").status == 409);
}

TEST_CASE("nothing is sealed while a member lives that cannot open it", "[P218]") {
  gateway_place place{with_key('k')};
  auto facts = member_facts{.instance = "node-2", .listen = "10.0.0.2:8080", .state_format = 1};
  auto beat = [&](texts keys) {
    facts.vault_keys = std::move(keys);
    REQUIRE(place.own->members().heartbeat(facts));
  };
  auto own = keys_of('k')->key_names().front();
  auto other = keys_of('o')->key_names().front();
  for (const auto& keys : {texts{}, texts{other}}) {
    beat(keys);
    auto refused = place.submit();
    CHECK(refused.status == 422);
    CHECK_THAT(refused.text("error", "message"),
               Catch::Contains("node-2 (10.0.0.2:8080)") && Catch::Contains("--vault-key"));
  }
  CHECK(place.get("/v1/runs").text("runs") == "[]");
  beat({other, own}); // it was rotated before, and still opens
  CHECK(place.submit().status == 202);
  beat({});
  REQUIRE(place.own->members().leave("node-2"));
  CHECK(place.submit().status == 202);
}

TEST_CASE("a node alone seals, whoever else is in its history") {
  gateway_place place{[](control_parts& x) {
    x.keys = keys_of('k');
    x.settings.clustered = false;
  }};
  REQUIRE(place.own->members().heartbeat({.instance = "node-2"}));
  CHECK_THAT(stored(place, place.submitted()), Catch::StartsWith(prefix));
}

TEST_CASE("who has not the key is told so where a sealed config is to be shown") {
  test::temp_folder folder;
  auto url = "sqlite:" + folder.path().string() + "/history.db";
  gateway_place place{with_key('k'), url};
  auto run = place.submitted();
  gateway_place other{with_key('o'), url};
  auto refused = other.get("/v1/runs/" + run + "/config");
  CHECK(refused.status == 422);
  CHECK_THAT(refused.text("error", "message"), Catch::Contains("this instance cannot open it"));
  gateway_place none{{}, url};
  refused = none.get("/v1/runs/" + run + "/config");
  CHECK(refused.status == 422);
  CHECK_THAT(refused.text("error", "message"), Catch::Contains("started without a vault key"));
  gateway_place rotated{[](control_parts& x) { x.keys = keys_of('n', {std::string(32, 'k')}); },
                        url};
  CHECK(rotated.get("/v1/runs/" + run + "/config").text("body") == "name: orders\npipeline: {}\n");
}

TEST_CASE("a secret with a reference in it is not sealed, and told to nobody all the same") {
  const auto with_reference = fields(with_params) + R"(,"params":{"password":"hun${env:X}ter2"},)"
                              + R"("labels":{"a":"hun${env:X}ter2"})";
  gateway_place keyless;
  auto refused = keyless.submit(with_reference);
  CHECK(refused.status == 422);
  CHECK_THAT(refused.text("error", "message"), Catch::Contains("--vault-key"));
  gateway_place place{with_key('k')};
  auto run = place.submitted(with_reference);
  CHECK(place.get("/v1/runs/" + run).text("labels", "a") == "***");
}

TEST_CASE("a param that is declared with nothing behind its name can be given") {
  gateway_place place;
  auto run = place.submitted(R"("config":"pipeline: {}\nparams: {day: }\n","params":{"day":"1"})");
  CHECK_THAT(stored(place, run), Catch::Contains(R"("default":"1")"));
}
