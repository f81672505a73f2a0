#include "tests/connectors/postgres/postgres_run.hpp"

using namespace faucet;
using test::entry;
using test::read_postgres;

namespace {

/// The JSON of one expression, or the error.
std::string json_of(const std::string& expression, node::map_type more = {}) {
  auto run = read_postgres("SELECT " + expression + " AS x", std::move(more));
  constexpr size_t before = sizeof("{\"x\":") - 1;
  constexpr size_t behind = sizeof("}\n") - 1;
  return run.error.empty() ? run.records.substr(before, run.records.size() - before - behind)
                           : run.error;
}

std::string quoted(const std::string& text) {
  std::string result;
  append_json(result, value::of_string(text));
  return result;
}

} // namespace

TEST_CASE("numbers of PostgreSQL keep every digit", "[P143]") {
  CHECK(json_of("(-32768)::int2") == "-32768");
  CHECK(json_of("2147483647::int4") == "2147483647");
  CHECK(json_of("9223372036854775807::int8") == "9223372036854775807");
  CHECK(json_of("'-9223372036854775808'::int8") == "-9223372036854775808");
  CHECK(json_of("4294967295::oid") == "4294967295");
  CHECK(json_of("2.20::numeric") == "\"2.20\"");
  CHECK(json_of("1234567890123456789012345678.901234567890::numeric")
        == "\"1234567890123456789012345678.901234567890\"");
  CHECK(json_of("'NaN'::numeric") == "\"NaN\"");
  CHECK(json_of("'-Infinity'::numeric") == "\"-Infinity\"");
  CHECK(json_of("0.1::float4") == "0.1");
  CHECK(json_of("3.4028235e38::float4") == "3.4028235e38");
  CHECK(json_of("0.1::float8 + 0.2::float8") == "0.30000000000000004");
  CHECK(json_of("37::float8") == "37.0");
  CHECK(json_of("5e-324::float8") == "5e-324");
  CHECK(json_of("'-0'::float8") == "-0.0");
  CHECK(json_of("'NaN'::float4") == "\"NaN\"");
  CHECK(json_of("'Infinity'::float8") == "\"Infinity\"");
  CHECK(json_of("'-Infinity'::float4") == "\"-Infinity\"");
  CHECK(json_of("NULL::int") == "null");
}

TEST_CASE("times of PostgreSQL are ISO text, with an offset by RFC 3339 in UTC", "[P143]") {
  CHECK(json_of("date '2024-02-29'") == "\"2024-02-29\"");
  CHECK(json_of("date 'infinity'") == "\"infinity\"");
  CHECK(json_of("date '0044-03-15 BC'") == "\"0044-03-15 BC\"");
  CHECK(json_of("date '12345-01-01'") == "\"12345-01-01\"");
  CHECK(json_of("time '12:34:56.789'") == "\"12:34:56.789\"");
  CHECK(json_of("timetz '12:34:56+02'") == "\"12:34:56+02\"");
  CHECK(json_of("timestamp '2024-01-03 10:11:12'") == "\"2024-01-03 10:11:12\"");
  CHECK(json_of("timestamp '2024-01-03 10:11:12.5'") == "\"2024-01-03 10:11:12.500\"");
  CHECK(json_of("timestamp '2024-01-03 10:11:12.123456'") == "\"2024-01-03 10:11:12.123456\"");
  CHECK(json_of("timestamp '294276-12-31 23:59:59'") == "\"294276-12-31 23:59:59\"");
  CHECK(json_of("timestamp '-infinity'") == "\"-infinity\"");
  CHECK(json_of("timestamptz '2024-01-03 02:00:00+02'") == "\"2024-01-03T00:00:00+00:00\"");
  CHECK(json_of("timestamptz '2024-01-03 10:11:12.1234+00'")
        == "\"2024-01-03T10:11:12.123400+00:00\"");
  CHECK(json_of("timestamptz '0001-01-01 00:00:00+00'") == "\"0001-01-01T00:00:00+00:00\"");
  CHECK(json_of("timestamptz '0044-03-15 00:00:00+00 BC'") == "\"0044-03-15 00:00:00+00 BC\"");
  CHECK(json_of("timestamptz '294276-12-31 23:59:59+00'") == "\"294276-12-31 23:59:59+00\"");
  CHECK(json_of("timestamptz 'infinity'") == "\"infinity\"");
  CHECK(json_of("timestamptz '-infinity'") == "\"-infinity\"");
}

TEST_CASE("a date in another style than ISO fails the run naming it", "[P268]") {
  std::string german = "SELECT pg_catalog.set_config('DateStyle', 'SQL, DMY', true) AS s, ";
  for (const auto* x : {"date '2026-03-04'", "timestamp '2026-03-04 00:00:00'",
                        "timestamptz '2026-03-04 00:00:00+00'"}) {
    auto run = read_postgres(german + "x FROM (VALUES (" + x + ")) v(x)");
    CHECK_THAT(run.error, Catch::StartsWith("column \"x\" of row 1: \"04/03/2026"));
    CHECK_THAT(run.error, Catch::Contains("DateStyle"));
    CHECK(run.records.empty());
  }
}

TEST_CASE("styles and zone that a server or a user has set make no difference") {
  auto address = test::postgres_address()
                 + "?options=-c%20DateStyle%3DGerman%20-c%20TimeZone%3DAsia/Tokyo%20"
                   "-c%20IntervalStyle%3Diso_8601";
  REQUIRE(test::postgres_session{address}.cell("SELECT date '2024-02-29'") == "29.02.2024");
  auto run = test::run(postgres_source(),
                       test::postgres_config(address, "SELECT date '2024-02-29' AS d, "
                                                      "timestamptz '2024-01-03 02:00:00+02' AS t, "
                                                      "interval '1 day 2 hours' AS i"));
  CHECK(run.error.empty());
  CHECK(run.records
        == R"({"d":"2024-02-29","t":"2024-01-03T00:00:00+00:00","i":"1 day 02:00:00"})"
           "\n");
}

TEST_CASE("arrays of PostgreSQL of any depth and element become lists", "[P260]") {
  CHECK(json_of("ARRAY[1, NULL, 3]") == "[1,null,3]");
  CHECK(json_of("'{}'::int[]") == "[]");
  CHECK(json_of("ARRAY[[1, 2], [3, 4]]") == "[[1,2],[3,4]]");
  CHECK(json_of("'[0:1][2:3]={{1,2},{3,4}}'::int[]") == "[[1,2],[3,4]]");
  CHECK(json_of(R"(ARRAY['a', 'b,c', NULL, 'NULL', '', 'q"\}', ' '])")
        == R"(["a","b,c",null,"NULL","","q\"\\}"," "])");
  CHECK(json_of("ARRAY[timestamptz '2024-01-03 00:00:00+00']")
        == "[\"2024-01-03T00:00:00+00:00\"]");
  CHECK(json_of("ARRAY['\\x00ff'::bytea]") == "[\"AP8=\"]");
  CHECK(json_of(R"(ARRAY['{"a": [1, "}"]}'::jsonb, NULL])") == R"([{"a":[1,"}"]},null])");
  CHECK(json_of("ARRAY[1.50, 'NaN'::numeric]") == "[\"1.50\",\"NaN\"]");
  CHECK(json_of("ARRAY[1::float8, 0.5]") == "[1.0,0.5]");
  CHECK(json_of("ARRAY[true, false]") == "[true,false]");
  CHECK(json_of("ARRAY[box '((1,1),(0,0))', box '((2,2),(1,1))']")
        == "[\"(1,1),(0,0)\",\"(2,2),(1,1)\"]");
  CHECK(json_of("ARRAY[int4range(1, 5)]") == "[\"[1,5)\"]");
}

TEST_CASE("booleans, text and bytes of PostgreSQL") {
  CHECK(json_of("true") == "true");
  CHECK(json_of("false") == "false");
  CHECK(json_of("'täxt \"q\"'::text") == "\"täxt \\\"q\\\"\"");
  CHECK(json_of("''::varchar") == "\"\"");
  CHECK(json_of("'ab'::char(5)") == "\"ab   \"");
  CHECK(json_of("'\\x00ff'::bytea") == "\"AP8=\"");
  CHECK(json_of("''::bytea") == "\"\"");
}

TEST_CASE("every other type of PostgreSQL is read as the text that psql prints", "[P143][P260]") {
  test::postgres_schema schema{"types_as_text"};
  schema.session.run("SET TimeZone = 'UTC'");
  schema.session.run("CREATE TYPE mood AS ENUM ('sad', 'so so')");
  schema.session.run("CREATE TYPE pair AS (a int, b text)");
  schema.session.run("CREATE TYPE spread AS RANGE (subtype = float8)");
  for (const std::string expression : {
         "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid",
         "'so so'::mood",
         "'[1,5)'::int4range",
         "'empty'::int4range",
         "'{[1,3),[5,8)}'::int4multirange",
         "'[\"2024-01-01 00:00:00+00\",infinity)'::tstzrange",
         "'[0.5,1.5]'::spread",
         "'1 year 2 days 03:04:05.5'::interval",
         "'-1 mon'::interval",
         "'10.0.0.1/24'::inet",
         "'10.0.0.0/8'::cidr",
         "'08:00:2b:01:02:03'::macaddr",
         "ROW(1, 'x \"y')::pair",
         "ROW(1, NULL, 'a')",
         "'12.34'::money",
         "'<a/>'::xml",
         "B'101'",
         "'(1,2)'::point",
         "'a fat cat'::tsvector",
         "'pg_class'::regclass",
         "'5'::xid8",
         "'7'::xid",
         "'1 2 3'::int2vector",
         "'0/16B3748'::pg_lsn",
         "'a'::\"char\"",
         "'name'::name",
         "'$.a[*]'::jsonpath",
       }) {
    INFO(expression);
    auto run = test::run(postgres_source(),
                         test::postgres_config(schema.address(), "SELECT " + expression + " AS x"));
    CHECK(run.error.empty());
    CHECK(run.records == "{\"x\":" + quoted(schema.session.cell("SELECT " + expression)) + "}\n");
  }
}

TEST_CASE("a domain of PostgreSQL is read as its base type, in arrays too", "[P143]") {
  test::postgres_schema schema{"domains"};
  schema.session.run("CREATE DOMAIN positive AS int CHECK (VALUE > 0)");
  schema.session.run("CREATE DOMAIN small AS positive CHECK (VALUE < 100)");
  schema.session.run("CREATE TYPE mood AS ENUM ('sad', 'ok')");
  auto run = test::run(postgres_source(),
                       test::postgres_config(
                         schema.address(), "SELECT 5::positive AS a, 6::small AS b, "
                                           "ARRAY[7::small, NULL] AS c, '{ok,NULL}'::mood[] AS d"));
  CHECK(run.error.empty());
  CHECK(run.records == "{\"a\":5,\"b\":6,\"c\":[7,null],\"d\":[\"ok\",null]}\n");
}

TEST_CASE("JSON of PostgreSQL is parsed, and a number no double holds fails the run", "[P145]") {
  CHECK(json_of(R"('{"b": 1.0, "a": [true, null, "x"]}'::json)")
        == R"({"b":1.0,"a":[true,null,"x"]})");
  CHECK(json_of("'9007199254740993'::jsonb") == "9007199254740993");
  CHECK(json_of("'18446744073709551615'::json") == "18446744073709551615");
  CHECK(json_of("'[0.1, 1e5, 123456789.1234567, -0.0]'::json")
        == "[0.1,1e5,123456789.1234567,-0.0]");
  CHECK(json_of("'null'::json") == "null");
  auto big = [](std::string policy) {
    return json_of(R"('{"a": [12345678901234567890123, 1.0], "b": 0.12345678901234567890}'::json)",
                   {entry("json_big_numbers", std::move(policy))});
  };
  CHECK_THAT(big("fail"),
             Catch::StartsWith("column \"x\" of row 1: the JSON number 12345678901234567890123"));
  CHECK(big("string") == R"({"a":["12345678901234567890123",1.0],"b":"0.12345678901234567890"})");
  CHECK(big("number") == R"({"a":[12345678901234567890123,1.0],"b":0.12345678901234567890})");
  CHECK_THAT(json_of("'1e400'::json"), Catch::Contains("1e400"));
}
