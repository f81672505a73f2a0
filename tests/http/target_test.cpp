#include "apps/node/http/target.hpp"
#include "tests/catch.hpp"

using namespace faucet;

using strings = std::vector<std::string>;

TEST_CASE("a request's target is its path and its query, decoded") {
  auto target = parse_http_target("/v1/runs/a%20b%2Fc?status=failed&label=team%3Ax+y&counts&=1");
  REQUIRE(target);
  CHECK(target->path == strings{"v1", "runs", "a b/c"});
  CHECK(target->parameter("status") == "failed");
  CHECK(target->parameter("label") == "team:x y");
  CHECK(target->parameter("counts") == "");
  CHECK_FALSE(target->parameter("name"));
  CHECK(parse_http_target("/")->path == strings{""});
  CHECK(parse_http_target("/a//b")->path == strings{"a", "", "b"});
  CHECK(parse_http_target("/a?")->query.empty());
}

TEST_CASE("a target that could lead elsewhere is refused") {
  auto text = GENERATE("", "v1", "*", "http://host/", "/a/../b", "/a/%2e%2E/b", "/.", "/a%", "/a%4",
                       "/a%zz", "/a%00", "/a%0d%0aSet-Cookie:x", "/a?b=%0a", "/a?%x=1", "/a%ff",
                       "/\xc3(", "/a?b=%c0%af");
  CHECK_FALSE(parse_http_target(text));
}
