#include "apps/node/gateway/submission.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

/// The status and message of a refusal.
std::string refusal_of(const std::string& body) {
  auto read = read_submission(body);
  return read ? "accepted" : std::to_string(read.error().status) + " " + read.error().message;
}

/// A submission with these fields beside its pipeline.
std::string with(const std::string& fields) {
  return R"({"config":"x",)" + fields + "}";
}

} // namespace

TEST_CASE("a submission is its pipeline and what is said beside it") {
  auto read = read_submission(R"({"config":"version: 1\n","name":"n","labels":{"team":"x"},
    "timeout_secs":60,"doctor_first":true,"idempotency_key":"k","concurrency":2,
    "clock":"2026-11-30","pool":"gpu","callback":{"url":"http://a"},"what is this":1})");
  REQUIRE(read);
  CHECK(read->config == "version: 1\n");
  CHECK(read->format == config_format::yaml);
  CHECK(read->name == "n");
  CHECK(read->labels.size() == 1);
  CHECK(read->timeout_secs == 60u);
  CHECK(read->doctor_first);
  CHECK(read->concurrency == 2u);
  CHECK(read->pool == "gpu");
  CHECK(read->callback->find("url") != nullptr);
}

TEST_CASE("a pipeline may be an object instead of a text") {
  auto read = read_submission(R"({"config":{"version":1},"config_format":"json"})");
  REQUIRE(read);
  CHECK(read->config == R"({"version":1})");
}

TEST_CASE("a body that is no JSON is told with its line") {
  CHECK(refusal_of("{\n\"config\": }").starts_with("400 request body:2: "));
  CHECK(refusal_of("").starts_with("400 "));
}

TEST_CASE("what is wrong with a submission is told by its field") {
  CHECK(refusal_of("[]").starts_with("422 request body: expected an object"));
  CHECK_THAT(refusal_of("{}"), Catch::Contains("422") && Catch::Contains("config"));
  CHECK_THAT(refusal_of(R"({"config":7})"), Catch::Contains("422") && Catch::Contains("config"));
  CHECK(refusal_of(R"({"config":""})") == "422 config: is empty");
  CHECK_THAT(refusal_of(with(R"("concurrency":0)")),
             Catch::Contains("422") && Catch::Contains("concurrency"));
  CHECK_THAT(refusal_of(with(R"("timeout_secs":0)")), Catch::Contains("timeout_secs"));
  CHECK_THAT(refusal_of(with(R"("timeout_secs":"soon")")), Catch::Contains("timeout_secs"));
  CHECK_THAT(refusal_of(with(R"("config_format":"toml")")), Catch::Contains("config_format"));
  CHECK(refusal_of(with(R"("clock":"yesterday")")).starts_with("400 clock: "));
}

TEST_CASE("keys and labels of the server are refused") {
  CHECK(refusal_of(with(R"("idempotency_key":"trig:x")")).starts_with("400 idempotency_key: "));
  CHECK(refusal_of(with(R"("idempotency_key":"")")).starts_with("400 idempotency_key: "));
  CHECK(refusal_of(with(R"("labels":{"template":"x"})")).starts_with("422 labels: "));
  CHECK(refusal_of(with(R"("labels":{"overlay_x":"x"})")).starts_with("422 labels: "));
  CHECK(refusal_of(with(R"("labels":{"a:b":"x"})")).starts_with("422 labels: "));
  CHECK(
    refusal_of(with(R"("labels":{")" + std::string(64, 'k') + R"(":"x"})")).starts_with("422 "));
  CHECK(
    refusal_of(with(R"("labels":{"k":")" + std::string(257, 'v') + R"("})")).starts_with("422 "));
  CHECK(refusal_of(with(R"("labels":{"k":")" + std::string(256, 'v') + R"("})")) == "accepted");
}

TEST_CASE("a pool has a name that fits everywhere") {
  for (const auto* good : {"a", "0", "gpu-a_1"}) {
    CHECK(check_pool_name(good, "request `pool`"));
  }
  for (const auto& bad : {std::string{}, std::string{"GPU"}, std::string{"-a"}, std::string{"a b"},
                          std::string{"é"}, std::string(64, 'a')}) {
    CHECK_FALSE(check_pool_name(bad, "request `pool`"));
  }
  CHECK(check_pool_name("X", "request `pool`").error().message
        == "request `pool`: invalid pool name `X`: use 1-63 lowercase letters, digits, `-` or `_`, "
           "starting with a letter or digit");
}
