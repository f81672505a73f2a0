#include "apps/node/gateway/callback_check.hpp"
#include "config/json_reader.hpp"
#include "tests/catch.hpp"
#include "tests/gateway/gateway_place.hpp"

using namespace faucet;

namespace {

api_expected<run_callback> check(const std::string& json,
                                 const std::vector<std::string>& hosts = {}) {
  auto read = read_json(json, std::make_shared<const std::string>("callback"));
  REQUIRE(read);
  return check_callback(*read, hosts);
}

api_expected<run_callback> check_url(const std::string& url,
                                     const std::vector<std::string>& hosts = {}) {
  return check(R"({"url":")" + url + R"("})", hosts);
}

} // namespace

TEST_CASE("a callback that will be made is kept as it was submitted") {
  auto found = check(R"({"url":"https://h.example:8443/a?b=c","method":"PUT",
    "extra_fields":{"job":{"a":1}},"on":["failed","cancelled"]})");
  REQUIRE(found);
  CHECK_THAT(found->json, Catch::Contains(R"("extra_fields":{"job":{"a":1}})"));
  CHECK(found->on == std::vector{run_status::failed, run_status::cancelled});
  CHECK(check_url("http://10.0.0.1/")->on.size() == 3);
  CHECK(check_url("HTTP://[2001:db8::1]:80/"));
}

TEST_CASE("link-local hosts and metadata services are not called, however they are written",
          "[P331]") {
  auto url = GENERATE(as<std::string>{}, "http://169.254.169.254/latest", "http://169.254.1.1",
                      "http://[fe80::1]/", "http://[fe80::1%25eth0]/", "http://[febf::1]:80/",
                      "http://[fd00:ec2::254]/", "http://[::ffff:169.254.169.254]/",
                      "http://metadata.google.internal/", "http://METADATA/", "http://metadata./",
                      "http://2852039166/", "http://0xa9fea9fe/", "http://0251.0376.0251.0376/",
                      "http://169.254.43518/");
  auto refused = check_url(url);
  INFO(url);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().status == 422);
}

TEST_CASE("a host that is named may be called, and then no other") {
  CHECK(check_url("http://169.254.169.254/x", {"169.254.169.254"}));
  CHECK(check_url("http://Hooks.example/x", {"hooks.EXAMPLE"}));
  CHECK_FALSE(check_url("http://other.example/x", {"hooks.example"}));
  CHECK_FALSE(check_url("http://hooks.example.evil/x", {"hooks.example"}));
}

TEST_CASE("what makes no callback is refused with its reason", "[P214]") {
  auto [json, why] = GENERATE(table<std::string, std::string>({
    {R"({})", "url"},
    {R"("http://h/")", "map"},
    {R"({"url":"ftp://h/"})", "http://"},
    {R"({"url":"//h/"})", "http://"},
    {R"({"url":"http:///x"})", "no host"},
    {R"({"url":"http://u:p@h/"})", "password"},
    {R"({"url":"http://u@h/"})", "password"},
    {R"({"url":"http://h\\@169.254.169.254/"})", "backslash"},
    {R"({"url":"http://h:x/"})", "port"},
    {R"({"url":"http://h:/x y"})", "blank"},
    {R"({"url":"http://h/\r\nX: y"})", "blank"},
    {R"({"url":"http://h/","headers":{"X":"y"}})", "headers"},
    {R"({"url":"http://h/","extra_fields":{"run_id":1}})", "run_id"},
    {R"({"url":"http://h/","on":["running"]})", "running"},
    {R"({"url":"http://h/","on":["done"]})", "done"},
    {R"({"url":"http://h/","method":"GET"})", "method"},
    {R"({"url":"http://h/","retries":3})", "retries"},
  }));
  auto refused = check(json);
  INFO(json);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().status == 422);
  CHECK_THAT(refused.error().message, Catch::Contains(why));
}

TEST_CASE("a callback waits in the outbox once its run has ended as it says") {
  test::gateway_place place;
  place.submitted(R"("callback":{"url":"http://h.example/","on":["failed"]})");
  place.end(place.claim_one(), run_status::failed);
  auto due = place.own->callbacks().take(10, std::chrono::seconds{1});
  REQUIRE(due);
  REQUIRE(due->size() == 1);
  CHECK_THAT(due->front().callback, Catch::Contains("http://h.example/"));
}
