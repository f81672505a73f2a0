#include "state/store_address.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

std::string named_by(const std::string& address, const char* key) {
  auto block = store_at(address);
  REQUIRE(block);
  const auto* found = block->config.find(key);
  return *block->type.text() + " "
         + (found != nullptr && found->text() != nullptr ? *found->text() : "");
}

} // namespace

TEST_CASE("a store is named by a URL, a folder or a block") {
  CHECK(named_by("postgres://h/db", "url") == "postgres postgres://h/db");
  CHECK(named_by("postgresql://h/db", "url") == "postgres postgresql://h/db");
  CHECK(named_by("redis://h", "url") == "redis redis://h");
  CHECK(named_by("rediss://h", "url") == "redis rediss://h");
  CHECK(named_by("file:some/dir", "path") == "file some/dir");
  CHECK(named_by("./some/dir", "path") == "file ./some/dir");
  CHECK(named_by("memory", "") == "memory ");
  CHECK(named_by(R"({"type":"file","config":{"path":"x"}})", "path") == "file x");
  CHECK(named_by("{type: file, config: {path: x}}", "path") == "file x");
}

TEST_CASE("what names no store is refused, and a password in it is not repeated") {
  for (const auto* address : {"", "file:", "mysql://u:secret@h/db", "{type: ", "{path: x}"}) {
    auto refused = store_at(address);
    REQUIRE_FALSE(refused);
    CHECK_THAT(render(refused.error()), !Catch::Contains("secret"));
  }
}
