#include "cluster/claimed_plan.hpp"
#include "cluster/pipeline_bounds.hpp"
#include "tests/catch.hpp"
#include "tests/temp_folder.hpp"

#include <filesystem>

using namespace faucet;

namespace {

/// A pipeline of these parts, each a `{type: …, config: …}`.
struct parts {
  std::string source = "{type: generate, config: {rows: 1}}";
  std::string sink = "{type: stdout}";
  std::string rest = "";
};

submitted_run run_of(const parts& x) {
  return {"version: 1\nname: p\npipeline:\n  source: " + x.source + "\n  sink: " + x.sink + "\n"
            + x.rest,
          "yaml"};
}

execution_place place_with(bound_settings settings) {
  execution_place place{.connectors = &built_in_catalogue(), .variables = {}};
  place.bounds = pipeline_bounds{std::move(settings)};
  return place;
}

/// Why a pipeline is not let in; its owner must refuse it, too.
std::string bound_refusal(const parts& x, const bound_settings& settings = {}) {
  auto place = place_with(settings);
  auto checked = check_submission(run_of(x), place);
  INFO((checked ? "" : render(checked.error())));
  auto forbidden = checked.value().forbidden;
  auto planned = plan_of(run_of(x), place);
  CHECK(planned.has_value() == forbidden.empty());
  CHECK((planned ? "" : render(planned.error())) == forbidden);
  return forbidden;
}

std::string reading(const std::string& url, const bound_settings& settings = {}) {
  return bound_refusal(
    {.source = "{type: postgres, config: {connection_url: '" + url + "', query: SELECT 1}}"},
    settings);
}

const auto closed = Catch::Contains("may not touch");

} // namespace

TEST_CASE("a submitted pipeline reads none of faucet's own variables, nor what is not allowed",
          "[P215]") {
  const auto may_not = Catch::Contains("is a variable that submitted pipelines may not read");
  for (const auto* directive : {"env", "secret"}) {
    auto reads = [directive](const std::string& name) {
      return parts{.sink = "{type: jsonl, config: {path: 'a-${" + std::string{directive} + ":"
                           + name + "}'}}"};
    };
    CHECK_THAT(bound_refusal(reads("FAUCET_VAULT_KEY")), may_not);
    CHECK_THAT(bound_refusal(reads("OTHER"), {.variables = {"NAMED"}}), may_not);
    auto place = place_with({.variables = {"NAMED"}});
    place.variables = environment{{{"NAMED", "x"}}};
    CHECK(plan_of(run_of(reads("NAMED")), place));
  }
}

TEST_CASE("no part of a submitted pipeline touches what the node keeps for itself", "[P215]") {
  test::temp_folder folder;
  auto token = (folder / "faucet.token").string();
  bound_settings own{.own_files = {token}};
  CHECK_THAT(bound_refusal({.source = "{type: csv, config: {path: " + token + "}}"}, own), closed);
  CHECK_THAT(bound_refusal({.sink = "{type: csv, config: {path: " + token + "}}"}, own), closed);
  CHECK_THAT(bound_refusal({.sink = "{type: jsonl, config: {path: " + token + "}}"}, own), closed);
  CHECK_THAT(
    bound_refusal({.source = "{type: sqlite, config: {query: SELECT 1, database_url: 'sqlite:"
                             + token + "?mode=ro'}}"},
                  own),
    closed);
  CHECK_THAT(
    bound_refusal({.source = "{type: sqlite, config: {query: SELECT 1, database_url: 'file:"
                             + folder.path().string() + "/faucet%2Etoken'}}"},
                  own),
    closed);
  auto lookup = "  transforms: [{type: lookup, config: {jsonl: " + token
                + ", on: {record: a, ref: b}, add: {c: d}}}]\n";
  CHECK_THAT(bound_refusal({.rest = lookup}, own), closed);
  CHECK_THAT(bound_refusal({.rest = "  state: {type: file, config: {path: " + token + "}}\n"}, own),
             closed);
  CHECK_THAT(
    bound_refusal({.rest = "  dlq: {sink: {type: jsonl, config: {path: " + token + "}}}\n"}, own),
    closed);
  auto certificate = "  state: {type: redis, config: {url: 'rediss://h', tls: {client_cert_path: "
                     + token + ", client_key_path: k}}}\n";
  CHECK_THAT(bound_refusal({.rest = certificate}, own), closed);
  CHECK_THAT(reading("postgres://h/d?sslkey=" + token, own), closed);
  CHECK_THAT(reading("host=h passfile=" + token, own), closed);
  CHECK(bound_refusal({}, own).empty());
}

TEST_CASE("what no option declares to be a path is none") {
  auto filter = "  transforms: [{type: filter, config: {path: /proc/self, op: exists}}]\n";
  CHECK(bound_refusal({.rest = filter}).empty());
  CHECK(reading("postgres://h/dev").empty());
}

TEST_CASE("with roots a submitted pipeline touches files below them only") {
  test::temp_folder folder;
  std::filesystem::create_directories(folder / "open");
  std::filesystem::create_directory_symlink(folder.path(), folder / "open/out");
  bound_settings settings{.roots = {folder / "open"}};
  auto in = [&](const std::string& path) {
    return bound_refusal(
      {.source = "{type: csv, config: {path: '" + (folder / path).string() + "'}}"}, settings);
  };
  CHECK(in("open/in.csv").empty());
  CHECK(in("open/../open/a/b.csv").empty());
  for (const auto* path : {"in.csv", "open/../in.csv", "opened/in.csv", "open/out/in.csv"}) {
    INFO(path);
    CHECK_THAT(in(path), Catch::Contains("--allow-path-root"));
  }
  auto pattern = [&](const std::string& path) {
    return bound_refusal(
      {.source = "{type: file, config: {path: '" + (folder / path).string() + "'}}"}, settings);
  };
  CHECK(pattern("open/*.csv").empty());
  CHECK_THAT(pattern("*/in.csv"), Catch::Contains("--allow-path-root"));
  auto state = "  state: {type: file, config: {path: " + (folder / "state").string() + "}}\n";
  CHECK_THAT(bound_refusal({.rest = state}, settings), Catch::Contains("--allow-path-root"));
  CHECK_THAT(
    bound_refusal({.rest = "vars: {a: '${file:" + (folder / "a").string() + "}'}\n"}, settings),
    Catch::Contains("--allow-path-root"));
  CHECK(bound_refusal({.rest = "vars: {a: '$${file:/etc/passwd}'}\n"}, settings).empty());
}

TEST_CASE("a submitted pipeline reaches the servers that it may and no others") {
  CHECK(reading("postgres://u:p@db.example/d").empty());
  for (const auto* host : {"169.254.169.254", "[fe80::1]", "metadata.google.internal", "2852039166",
                           "good.example,169.254.1.1"}) {
    INFO(host);
    CHECK_THAT(reading(std::string{"postgres://u:p@"} + host + "/d"),
               Catch::Contains("link-local") && !Catch::Contains("u:p"));
  }
  CHECK_THAT(reading("postgres://good.example/d?hostaddr=169.254.1.1"),
             Catch::Contains("link-local"));
  bound_settings hosts{.url_hosts = {"db.example", "169.254.1.1"}};
  CHECK(reading("postgres://DB.example:5433/d", hosts).empty());
  CHECK(reading("postgres://169.254.1.1/d", hosts).empty());
  for (const auto* url :
       {"postgres://u:p@other/d", "postgres://u:p@db.example,other/d", "postgres:///d",
        "host=other password=p", "postgres://db.example/d?hostaddr=10.0.0.1",
        "postgres://db.example/d?host=/tmp", "postgres://db.example,/d",
        "postgres://db.example,db.example/d?hostaddr=169.254.1.1,127.0.0.1",
        "postgres:///d?hostaddr=169.254.1.1,"}) {
    INFO(url);
    CHECK_THAT(reading(url, hosts), Catch::Contains("--allow-url-host") && !Catch::Contains("u:p"));
  }
  CHECK_THAT(reading("service=any"), Catch::Contains("is a file of the node's"));
  CHECK_THAT(reading("postgres://db.example/d?service=any", hosts), Catch::Contains("a file of"));
  bound_settings schemes{.url_schemes = {"postgresql"}};
  CHECK(reading("postgres://h/d", schemes).empty());
  CHECK_THAT(
    bound_refusal({.rest = "  state: {type: redis, config: {url: 'redis://:p@h'}}\n"}, schemes),
    Catch::Contains("\"redis\" is a scheme") && Catch::Contains("--allow-url-scheme"));
}

TEST_CASE("secret managers are closed to submitted pipelines unless they are named", "[P215]") {
  auto asks = [](const std::string& manager) {
    return parts{.sink = "{type: jsonl, config: {path: 'a-${" + manager + ":a/b#c}'}}"};
  };
  for (const auto* manager : {"vault", "aws-sm", "gcp-sm", "azure-kv"}) {
    CHECK(bound_refusal(asks(manager), {.secret_schemes = {"other"}})
          == "config.yaml:5: \"" + std::string{manager}
               + "\" is a secret manager that submitted pipelines may not use"
                 " (--allow-secret-scheme)");
  }
  auto let_in = check_submission(run_of(asks("vault")), place_with({.secret_schemes = {"vault"}}));
  REQUIRE_FALSE(let_in);
  CHECK_THAT(let_in.error().what, Catch::Contains("secret managers are not supported yet"));
}

TEST_CASE("a child that a record leads out of bounds fails when it is known", "[P215]") {
  auto place = place_with({});
  auto plan = plan_of({"version: 1\nname: p\npipeline:\n  sink: {type: stdout}\nmatrix:\n"
                       "  - {id: a, source: {type: generate, config: {rows: 1}}}\n"
                       "  - {id: b, parent: a, source: {type: csv, config: {path: '${a.file}'}}}\n",
                       "yaml"},
                      place);
  INFO((plan ? "" : render(plan.error())));
  REQUIRE(plan);
  const auto& child = plan->plan.rows[1];
  auto with = [&child](const std::string& file) {
    return child.make_drivers({.row = "a", .values = {{"file", node{file}}, {"id", node{"1"}}}});
  };
  CHECK(with("in.csv"));
  REQUIRE_FALSE(with("/proc/self/environ"));
  CHECK_THAT(render(with("/proc/self/environ").error()), closed);
}

TEST_CASE("queries of submitted pipelines reach no other file", "[P338]") {
  row_spec row;
  row.source = {node{"sqlite"}, node{node::map_type{{"sandbox", node{false}, {}}}}};
  row.sink = {node{"stdout"}, node{node::map_type{}}};
  confine(row, built_in_catalogue());
  REQUIRE(row.source.config.map()->size() == 1);
  CHECK(std::get<bool>(row.source.config.find("sandbox")->content()));
  CHECK(row.sink.config.map()->empty());
}
