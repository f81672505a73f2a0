#include "connectors/transforms/cast_cell.hpp"
#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

namespace {

/// What one value, as JSON, becomes; "null" where it is no such thing.
std::string cast(const std::string& type, const std::string& json) {
  auto result = run_transform("cast", R"({"fields":{"v":")" + type + R"("},"on_error":"null"})",
                              {"{\"v\":" + json + "}"})[0];
  return result.starts_with("{\"v\":") ? result.substr(5, result.size() - 6) : result;
}

struct example {
  std::string json;
  std::string wanted;
};

void check_all(const std::string& type, const std::vector<example>& examples) {
  for (const auto& x : examples) {
    INFO(x.json);
    CHECK(cast(type, x.json) == x.wanted);
  }
}

} // namespace

TEST_CASE("cast to int takes bools, whole numbers and digits") {
  check_all("int", {{"null", "null"},
                    {"true", "1"},
                    {"false", "0"},
                    {"-5", "-5"},
                    {"1.0", "1"},
                    {"1e3", "1000"},
                    {"1.50e1", "15"},
                    {"1200e-2", "12"},
                    {"-0", "0"},
                    {"-0.0", "0"},
                    {"0e999", "0"},
                    {"\" 12 \"", "12"},
                    {"\"\\u00a012\\u2003\"", "12"},
                    {"\"+5\"", "5"},
                    {"\"007\"", "7"},
                    {"\"-007\"", "-7"},
                    {"\"-0\"", "0"}});
}

TEST_CASE("cast to int refuses what is no whole number instead of rounding it") {
  check_all("int", {{"1.5", "null"},
                    {"12e-1", "null"},
                    {"1.55e1", "null"},
                    {"1e-1", "null"},
                    {"1e1000", "null"},
                    {"1e99999999999999999999", "null"},
                    {"\"1.0\"", "null"},
                    {"\"1e3\"", "null"},
                    {"\"\"", "null"},
                    {"\"-\"", "null"},
                    {"\"1 2\"", "null"},
                    {"\"0x10\"", "null"},
                    {"\"1_000\"", "null"},
                    {"\"true\"", "null"},
                    {"\"٣\"", "null"},
                    {"[1]", "null"},
                    {"{\"a\":1}", "null"}});
}

TEST_CASE("cast to int keeps all digits of integers beyond 64 bits") {
  check_all("int", {{"9223372036854775807", "9223372036854775807"},
                    {"\"9223372036854775807\"", "9223372036854775807"},
                    {"\"9223372036854775808\"", "9223372036854775808"},
                    {"\"18446744073709551615\"", "18446744073709551615"},
                    {"\"-9223372036854775808\"", "-9223372036854775808"},
                    {"\"-9223372036854775809\"", "-9223372036854775809"},
                    {"\"0099999999999999999999\"", "99999999999999999999"},
                    {"1234567890123456789012.00", "1234567890123456789012"},
                    {"1.8446744073709551616e19", "18446744073709551616"}});
}

TEST_CASE("cast to float keeps all digits and reads as a fraction") {
  check_all("float", {{"null", "null"},
                      {"true", "1.0"},
                      {"false", "0.0"},
                      {"1", "1.0"},
                      {"9223372036854775807", "9223372036854775807.0"},
                      {"18446744073709551615", "18446744073709551615.0"},
                      {"18446744073709551616", "18446744073709551616.0"},
                      {"-0", "-0.0"},
                      {"2.50", "2.50"},
                      {"1e3", "1e3"},
                      {"\"2.50\"", "2.50"},
                      {"\" 12 \"", "12.0"},
                      {"\"0.1000000000000000055\"", "0.1000000000000000055"},
                      {"\"+.5e-3\"", "0.5e-3"},
                      {"\"-.5\"", "-0.5"},
                      {"\"5.\"", "5.0"},
                      {"\"1.E5\"", "1E5"},
                      {"\"-007.50\"", "-7.50"},
                      {"\"00\"", "0.0"},
                      {"1e-400", "1e-400"},
                      {"\"1e308\"", "1e308"}});
}

TEST_CASE("cast to float refuses what no finite double comes near to") {
  check_all("float", {{"\"NaN\"", "null"},
                      {"\"inf\"", "null"},
                      {"\"-infinity\"", "null"},
                      {"1e400", "null"},
                      {"\"-1e400\"", "null"},
                      {"\"" + std::string(400, '9') + "\"", "null"},
                      {"\"1e\"", "null"},
                      {"\"e5\"", "null"},
                      {"\".\"", "null"},
                      {"\"\"", "null"},
                      {"\"1_0\"", "null"},
                      {"\"true\"", "null"},
                      {"[1]", "null"}});
}

TEST_CASE("cast to bool takes one, zero and the usual words in any case") {
  check_all("bool", {{"null", "null"},
                     {"true", "true"},
                     {"1", "true"},
                     {"0", "false"},
                     {"\"TRUE\"", "true"},
                     {"\" Yes \"", "true"},
                     {"\"n\"", "false"},
                     {"\"No\"", "false"},
                     {"\"1\"", "true"},
                     {"\"0\"", "false"},
                     {"2", "null"},
                     {"-1", "null"},
                     {"1.0", "null"},
                     {"\"t\"", "null"},
                     {"\"on\"", "null"},
                     {"\"\"", "null"},
                     {"[]", "null"}});
}

TEST_CASE("cast to string writes numbers as they were written") {
  check_all("string", {{"null", "null"},
                       {"true", "\"true\""},
                       {"-5", "\"-5\""},
                       {"18446744073709551615", "\"18446744073709551615\""},
                       {"1.50", "\"1.50\""},
                       {"1e3", "\"1e3\""},
                       {"-0", "\"-0\""},
                       {"\" x \"", "\" x \""},
                       {"[1]", "null"},
                       {"{\"a\":1}", "null"}});
}

TEST_CASE("computed numbers and bytes are cast too") {
  using namespace faucet;
  page_builder out;
  CHECK(cast_cell(value::of_double(3), cast_type::integer, out)->as_int() == 3);
  CHECK(cast_cell(value::of_string("-9223372036854775808"), cast_type::integer, out)->as_int()
        == INT64_MIN);
  CHECK(cast_cell(value::of_double(1e20), cast_type::integer, out)->as_text()
        == "100000000000000000000");
  CHECK_FALSE(cast_cell(value::of_double(1.5), cast_type::integer, out));
  CHECK(cast_cell(value::of_double(1.5), cast_type::floating, out)->as_double() == 1.5);
  CHECK(cast_cell(value::of_double(1.5), cast_type::text, out)->as_text() == "1.5");
  CHECK(cast_cell(value::of_bytes("\xff\x01"), cast_type::text, out)->as_text() == "/wE=");
}

TEST_CASE("cast to timestamp writes RFC 3339 times in one form") {
  check_all("timestamp",
            {{"null", "null"},
             {R"("2026-05-28T00:00:00Z")", R"("2026-05-28T00:00:00Z")"},
             {R"("2026-05-28T00:00:00+00:00")", R"("2026-05-28T00:00:00Z")"},
             {R"("2026-05-28T01:02:03-00:00")", R"("2026-05-28T01:02:03Z")"},
             {R"("2026-05-28t01:02:03z")", R"("2026-05-28T01:02:03Z")"},
             {R"("2026-05-28 01:02:03Z")", R"("2026-05-28T01:02:03Z")"},
             {R"("2026-05-28T02:00:00+02:30")", R"("2026-05-28T02:00:00+02:30")"},
             {R"("2026-05-28T01:02:03−02:00")", R"("2026-05-28T01:02:03-02:00")"},
             {R"("2026-05-28T01:02:03.5Z")", R"("2026-05-28T01:02:03.500Z")"},
             {R"("2026-05-28T01:02:03.000Z")", R"("2026-05-28T01:02:03Z")"},
             {R"("2026-05-28T01:02:03.1234Z")", R"("2026-05-28T01:02:03.123400Z")"},
             {R"("2026-05-28T01:02:03.120000-23:59")", R"("2026-05-28T01:02:03.120-23:59")"},
             {R"("2026-05-28T01:02:03.1234567891Z")", R"("2026-05-28T01:02:03.123456789100Z")"},
             {R"("2024-02-29T23:59:60Z")", R"("2024-02-29T23:59:60Z")"},
             {R"("0000-01-01T00:00:00Z")", R"("0000-01-01T00:00:00Z")"}});
}

TEST_CASE("cast to timestamp refuses what leaves room for doubt") {
  for (const auto* text : {"2026-05-28",
                           "2026-05-28T01:02:03",
                           "2026-05-28T01:02Z",
                           "2026-05-28T01:02:03+0200",
                           "2026-05-28T24:00:00Z",
                           "2026-05-28T23:59:61Z",
                           "2026-02-30T00:00:00Z",
                           "2023-02-29T00:00:00Z",
                           "2100-02-29T00:00:00Z",
                           "2026-00-01T00:00:00Z",
                           "2026-13-01T00:00:00Z",
                           "2026-04-31T00:00:00Z",
                           "2026-05-28T01:60:03Z",
                           "2026-05-28T01:02:03.Z",
                           "2026-05-28T01:02:03,5Z",
                           "2026-05-28T01:02:03+24:00",
                           "2026-05-28T01:02:03+02:60",
                           " 2026-05-28T00:00:00Z",
                           "2026-05-28T00:00:00Zx",
                           "",
                           "1716854400",
                           "+2026-05-28T00:00:00Z",
                           "2026-5-28T00:00:00Z",
                           "20260528T010203Z"}) {
    INFO(text);
    CHECK(cast("timestamp", "\"" + std::string{text} + "\"") == "null");
  }
  CHECK(cast("timestamp", "1716854400") == "null");
}

TEST_CASE("a value that cannot be cast is an error that names record, field and value") {
  CHECK(run_transform("cast", R"({"fields":{"v":"int"}})",
                      {R"({"v":"1"})", R"({"w":"x"})", R"({"v":"x"})"})
        == texts{R"(record 3, field "v": cannot cast "x" to int)"});
}

TEST_CASE("a value that cannot be cast becomes null or stays, as told") {
  CHECK(run_transform("cast", R"({"fields":{"v":"int","w":"float"},"on_error":"null"})",
                      {R"({"v":"x","w":"1"})", "[\"x\"]"})
        == texts{R"({"v":null,"w":1.0})", "[\"x\"]"});
  CHECK(run_transform("cast", R"({"fields":{"v":"int","w":"float"},"on_error":"skip"})",
                      {R"({"v":"x","w":[1.50]})"})
        == texts{R"({"v":"x","w":[1.50]})"});
}

TEST_CASE("cast takes a name with a point literally and refuses unknown types with their place") {
  CHECK(run_transform("cast", R"({"fields":{"a.b":"int"}})", {R"({"a":{"b":"1"},"a.b":"2"})"})
        == texts{R"({"a":{"b":"1"},"a.b":2})"});
  CHECK_THAT(run_transform("cast", R"({"fields":{"v":"integer"}})", {})[0],
             Catch::StartsWith("test.yaml:2: "));
}
