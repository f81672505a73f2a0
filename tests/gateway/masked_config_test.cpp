#include "apps/node/gateway/masked_config.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

/// As viewers see it, where a `mix` has a secret salt.
std::string shown(std::string yaml) {
  described_types types;
  types.transforms = {
    {"mix",
     "",
     {.what = type_schema::form::object,
      .options = {{.name = "salt", .type = {.what = type_schema::form::string}, .secret = true}}}}};
  auto result = masked({.config = std::move(yaml), .format = "yaml"}, types);
  REQUIRE(result);
  return result->config;
}

std::string mixed(const std::string& salt, const std::string& rest) {
  return "pipeline: {transforms: [{type: mix, config: {salt: " + salt + "}}]}\n" + rest;
}

} // namespace

TEST_CASE("what a secret option refers to is hidden whatever dots its name holds") {
  CHECK_THAT(shown(mixed("'${vars.hash.pepper}'", "vars: {hash.pepper: s3cr3t, hash.x: seen}")),
             !Catch::Contains("s3cr3t") && Catch::Contains("seen"));
  CHECK_THAT(shown(mixed("'${vars.a.b.c.d}'", "vars: {a.b: {c.d: s3cr3t}, a: {b: {c: {d: pw2}}}}")),
             !Catch::Contains("s3cr3t") && !Catch::Contains("pw2"));
  CHECK_THAT(shown(mixed("'${vars.ab}'", "vars: {a: seen}")), Catch::Contains("seen"));
  CHECK_THAT(shown(mixed("'${param.a.b}'", "params: {a.b: {default: s3cr3t}}")),
             !Catch::Contains("s3cr3t"));
}

TEST_CASE("a secret that is written twice is hidden twice") {
  CHECK_THAT(shown(mixed("&salt s3cr3t", "vars: {copy: *salt}\nnote: 'not s3cr3t at all'\n")),
             !Catch::Contains("s3cr3t") && Catch::Contains("not *** at all"));
  CHECK_THAT(shown("password: 123456\nvars: {a: 123456, b: 1234567}\n"),
             Catch::Contains("a: '***'") || Catch::Contains("a: \"***\""));
  CHECK_THAT(shown("password: 123456\nvars: {b: 1234567}\n"), Catch::Contains("1234567"));
  CHECK_THAT(shown("params: {a: {secret: true, default: s3cr3t}}\nnote: [s3cr3t]\n"),
             !Catch::Contains("s3cr3t"));
  CHECK_THAT(shown(mixed("'${vars.a}'", "vars: {a: s3cr3t, b: s3cr3t}\n")),
             !Catch::Contains("s3cr3t"));
}

TEST_CASE("a short secret, or what is said of one, hides nothing but itself") {
  auto body = shown("version: 1\nnote: a table of a/b\npassword: a\npin_token: 1\nsecret: /\n"
                    "vars: {x: a, z: ab}\n");
  CHECK_THAT(body, Catch::Contains("version: 1") && Catch::Contains("a table of a/b")
                     && Catch::Contains("z: ab") && !Catch::Contains("x: a"));
  body = shown("params:\n  token: {type: string, secret: true, description: orders}\n"
               "  table: {type: string, default: orders}\nnote: true\n");
  CHECK_THAT(body, Catch::Contains("type: string") && Catch::Contains("default: orders")
                     && Catch::Contains("note: true"));
  CHECK_THAT(shown("password: TOKEN\nnote: '${env:TOKEN}'\n"), Catch::Contains("${env:TOKEN}"));
}
