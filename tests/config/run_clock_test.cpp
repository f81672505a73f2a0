#include "config/run_clock.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

std::string shown(std::string_view clock, std::string_view token) {
  auto parsed = run_clock::parse(clock);
  if (!parsed) {
    return "bad clock";
  }
  auto result = parsed->render(token);
  return result ? *result : result.error().what;
}

} // namespace

TEST_CASE("a clock is a time by RFC 3339, or a date for its midnight in UTC") {
  CHECK(shown("2024-03-04", "iso") == "2024-03-04T00:00:00+00:00");
  CHECK(shown("2024-03-04T05:06:07Z", "iso") == "2024-03-04T05:06:07+00:00");
  CHECK(shown("2024-03-04t05:06:07z", "iso") == "2024-03-04T05:06:07+00:00");
  CHECK(shown("2024-03-04 05:06:07-03:30", "iso") == "2024-03-04T05:06:07-03:30");
  CHECK(shown("2024-12-31T23:59:59.000120+00:00", "iso") == "2024-12-31T23:59:59.000120+00:00");
  CHECK(shown("2024-12-31T23:59:59.0000000014Z", "iso") == "2024-12-31T23:59:59.000000001+00:00");
  CHECK(shown("2024-03-04T00:30:00+02:00", "unix") == "1709505000");
  CHECK(shown("1969-12-31T23:59:59.5Z", "unix") == "-1");
}

TEST_CASE("what is no time is refused as a clock") {
  for (auto text :
       {"", "x", "2024-3-4", "2024-02-30", "2023-02-29", "2024-03-04T05:06:07", "2024-03-04T05:06Z",
        "2024-03-04T24:00:00Z", "2024-03-04T05:06:07.Z", "2024-03-04T05:06:07+0200",
        "2024-03-04T05:06:07Zx", "20240304", "2024-03-04T"}) {
    INFO(text);
    CHECK_FALSE(run_clock::parse(text));
  }
}

TEST_CASE("strftime formats are those of the clock and its offset, not of the machine") {
  auto clock = "2024-03-04T05:06:07.5+02:00";
  CHECK(shown(clock, "strftime.%Y %y %C %m %b %B %d %e %j") == "2024 24 20 03 Mar March 04  4 064");
  CHECK(shown(clock, "strftime.%H %I %k %l %M %S %p %P %T %R %D %F")
        == "05 05  5  5 06 07 AM am 05:06:07 05:06 03/04/24 2024-03-04");
  CHECK(shown(clock, "strftime.%a %A %u %w %U %W %G %g %V %v")
        == "Mon Monday 1 1 09 10 2024 24 10  4-Mar-2024");
  CHECK(shown(clock, "strftime.%z %:z %Z %s %+")
        == "+0200 +02:00 +02:00 1709521567 2024-03-04T05:06:07.500+02:00");
  CHECK(shown(clock, "strftime.%.3f %3f %6f %f") == ".500 500 500000 500000000");
  CHECK(shown(clock, "strftime.%-m/%_d/%0e 100%%") == "3/ 4/04 100%");
  CHECK(shown("2024-03-04", "strftime.%Z") == "UTC");
  CHECK(shown(clock, "strftime.plain") == "plain");
  CHECK(shown(clock, "strftime.") == "");
}

TEST_CASE("the clock of a run is the present in UTC") {
  auto text = run_clock::start().render("datetime");
  REQUIRE(text);
  CHECK(text->ends_with("+00:00"));
}
