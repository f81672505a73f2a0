#include "state/instant.hpp"
#include "tests/catch.hpp"

using namespace faucet;
using namespace std::chrono_literals;

TEST_CASE("an instant is read to the nanosecond, in any offset") {
  auto written = GENERATE(as<std::string>{}, "2026-11-29T22:17:41.819564483Z",
                          "2026-11-30T00:17:41.819564483+02:00", "2026-11-29T22:17:41.8195644831Z");
  auto known = parse_instant(written);
  REQUIRE(known);
  CHECK(to_text(*known) == "2026-11-29T22:17:41.819564483Z");
  CHECK(parse_instant("1969-12-31T23:59:59.5Z") == instant{-500ms});
}

TEST_CASE("what is no instant, or does not say where, is none") {
  auto text = GENERATE(as<std::string>{}, "", "yesterday", "2026-11-29", "2026-11-29T22:17:41",
                       "2026-13-01T00:00:00Z", "2026-11-29T22:17:41Z ", "2026-11-29T22:17Z");
  CHECK_FALSE(parse_instant(text));
}

TEST_CASE("instants too far away for 64 bits of nanoseconds are the farthest ones") {
  CHECK(to_text(*parse_instant("9999-12-31T23:59:59Z")) == "2262-04-11T00:00:00.000000000Z");
  CHECK(to_text(*parse_instant("2643-11-30T00:00:00Z")) == "2262-04-11T00:00:00.000000000Z");
  CHECK(to_text(*parse_instant("0001-01-01T00:00:00Z")) == "1677-09-22T00:00:00.000000000Z");
}
