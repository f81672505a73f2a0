#include "model/timestamp.hpp"
#include "tests/catch.hpp"

#include <chrono>
#include <string>

using namespace faucet;

TEST_CASE("a timestamp is read with all it says") {
  auto read = parse_timestamp("2024-02-29T23:58:07.1250+05:30");
  REQUIRE(read);
  CHECK(read->has_time);
  CHECK(read->hour == 23);
  CHECK(read->minute == 58);
  CHECK(read->second == 7);
  CHECK(read->fraction == "1250");
  CHECK(read->offset == 330);
  CHECK(read->seconds() == 1709231287);
  CHECK(parse_timestamp("2024-02-29 23:58:07\u221205:30")->offset == -330);
  CHECK(parse_timestamp("2024-02-29t23:58:07z")->offset == 0);
  CHECK(!parse_timestamp("2024-02-29T23:58:07")->offset);
  CHECK(!parse_timestamp("2024-02-29")->has_time);
}

TEST_CASE("every day from the year 0 to 9999 has its number") {
  using namespace std::chrono;
  int64_t expected_day = sys_days{year{0} / January / 1}.time_since_epoch().count();
  size_t wrong = 0;
  for (int y = 0; y <= 9999; ++y) {
    for (unsigned m = 1; m <= 12; ++m) {
      auto last = static_cast<unsigned>((year{y} / month{m} / std::chrono::last).day());
      for (unsigned d = 1; d <= 31; ++d) {
        char text[16];
        std::snprintf(text, sizeof text, "%04d-%02u-%02u", y, m, d);
        auto read = parse_timestamp(text);
        wrong += read.has_value() != (d <= last);
        if (read) {
          wrong += read->day != expected_day++;
        }
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("what is no timestamp is none") {
  for (const auto* wrong : {"",
                            "2024",
                            "2024-1-01",
                            "2024-00-01",
                            "2024-01-00",
                            "2024-13-01",
                            "2023-02-29",
                            "2024-01-01T",
                            "2024-01-01T00:00",
                            "2024-01-01T24:00:00Z",
                            "2024-01-01T00:60:00Z",
                            "2024-01-01T00:00:61Z",
                            "2024-01-01T00:00:00.",
                            "2024-01-01T00:00:00.Z",
                            "2024-01-01T00:00:00+0500",
                            "2024-01-01T00:00:00+05",
                            "2024-01-01T00:00:00+24:00",
                            "2024-01-01T00:00:00+05:60",
                            "2024-01-01T00:00:00 Z",
                            "2024-01-01X00:00:00Z",
                            "2024-01-01T00:00:00Zx",
                            " 2024-01-01",
                            "12024-01-01",
                            "-024-01-01",
                            "+024-01-01",
                            "infinity"}) {
    INFO(wrong);
    CHECK(!parse_timestamp(wrong));
  }
}
