#include "config/document.hpp"
#include "connectors/generate/generate_source.hpp"
#include "model/json_writer.hpp"
#include "tests/catch.hpp"

#include <chrono>
#include <set>
#include <thread>

using namespace faucet;

namespace {

using lines = std::vector<std::string>;

expected<std::unique_ptr<source_driver>> made(std::string_view yaml) {
  auto config = parse_document(yaml, "generate.yaml");
  REQUIRE(config);
  return generate_source().make(*config);
}

std::string generate_refusal(std::string_view yaml) {
  auto source = made(yaml);
  return source ? "accepted" : render(source.error());
}

struct generated {
  lines rows;
  std::vector<std::string> bookmarks;
};

generated generate(std::string_view yaml, const std::optional<bookmark>& resume = std::nullopt,
                   size_t pages = 1000) {
  auto source = made(yaml);
  INFO((source ? std::string{} : render(source.error())));
  REQUIRE(source);
  REQUIRE((*source)->open({}, resume));
  generated result;
  for (; pages != 0; --pages) {
    auto next = (*source)->next();
    REQUIRE(next);
    if (!*next) {
      break;
    }
    for (const auto& row : (*next)->rows()) {
      append_json(result.rows.emplace_back(), row);
    }
    result.bookmarks.push_back((*next)->resume()->json);
  }
  return result;
}

/// The values of one generated field, as JSON.
lines values(std::string_view field, size_t count = 1000) {
  auto yaml = "rows: " + std::to_string(count) + "\nfields:\n  x: " + std::string{field};
  lines result;
  for (const auto& row : generate(yaml).rows) {
    result.push_back(row.substr(5, row.size() - 6)); // without {"x": and }
  }
  return result;
}

} // namespace

TEST_CASE("generated records are numbered, bounded in pages, and bookmarked by the next number") {
  auto result = generate("rows: 5\nbatch_size: 2\nfields: {n: {kind: sequence}}");
  CHECK(result.rows == lines{R"({"n":1})", R"({"n":2})", R"({"n":3})", R"({"n":4})", R"({"n":5})"});
  CHECK(result.bookmarks == lines{"2", "4", "5"});
}

TEST_CASE("generated records are the same wherever reading starts and however pages are cut") {
  auto all = generate("rows: 1000\nseed: 7\nbatch_size: 1000");
  auto rest = generate("rows: 1000\nseed: 7\nbatch_size: 33", bookmark{"400"});
  CHECK(rest.rows == lines(all.rows.begin() + 400, all.rows.end()));
  CHECK(generate("rows: 1000\nseed: 8").rows != all.rows);
  CHECK(generate("rows: 10", bookmark{"10"}).rows.empty());
  CHECK(generate("rows: 10", bookmark{"99"}).rows.empty());
}

TEST_CASE("generated values do not depend on what other fields there are") {
  auto alone = generate("rows: 20\nfields: {b: {kind: int}}").rows;
  auto beside = generate("rows: 20\nfields: {a: {kind: int}, b: {kind: int}}").rows;
  for (size_t i = 0; i < alone.size(); ++i) {
    CHECK(beside[i].ends_with(alone[i].substr(1)));
    CHECK_FALSE(beside[i].starts_with(R"({"a":)" + alone[i].substr(5))); // nor are they alike
  }
}

TEST_CASE("generated records without end go on until nobody asks") {
  auto result = generate("rows: 0\nbatch_size: 100", std::nullopt, 50);
  CHECK(result.rows.size() == 5000);
  CHECK(result.bookmarks.back() == "5000");
}

TEST_CASE("a batch size of 0 bounds generated pages by their bytes") {
  auto result = generate("rows: 100000\nbatch_size: 0");
  CHECK(result.rows.size() == 100'000);
  CHECK(result.bookmarks.size() > 5);
}

TEST_CASE("generated numbers stay within their bounds and reach them") {
  auto numbers = values("{kind: int, min: -2, max: 3}");
  CHECK(std::set<std::string>{numbers.begin(), numbers.end()}
        == std::set<std::string>{"-2", "-1", "0", "1", "2", "3"});
  for (const auto& x : values("{kind: float, min: -1.5, max: -1}")) {
    REQUIRE(std::stod(x) >= -1.5);
    REQUIRE(std::stod(x) < -1);
  }
  auto wide = values("{kind: int, min: -9223372036854775808, max: 9223372036854775807}");
  CHECK(std::set<std::string>{wide.begin(), wide.end()}.size() == wide.size());
  CHECK(values("{kind: int, min: 5, max: 5}", 2) == lines{"5", "5"});
}

TEST_CASE("generated decimals have just the digits that are asked for") {
  auto found = values("{kind: decimal, min: '-0.05', max: 0.05, scale: 2}");
  CHECK(std::set<std::string>{found.begin(), found.end()}
        == std::set<std::string>{"-0.05", "-0.04", "-0.03", "-0.02", "-0.01", "0.00", "0.01",
                                 "0.02", "0.03", "0.04", "0.05"});
  CHECK(values("{kind: decimal, min: 7, max: 7, scale: 0}", 1) == lines{"7"});
  CHECK(values("{kind: decimal, min: 12.5, max: 12.5, scale: 3}", 1) == lines{"12.500"});
}

TEST_CASE("generated text, choices, constants and booleans") {
  for (const auto& x : values("{kind: string, length: 30}", 100)) {
    REQUIRE(x.size() == 32);
    REQUIRE(x.find_first_not_of("abcdefghijklmnopqrstuvwxyz234567", 1) == 31);
  }
  CHECK(values("{kind: string, length: 0}", 1) == lines{R"("")"});
  auto chosen = values("{kind: choice, values: [a, 2, null, {k: [1.50]}]}");
  CHECK(std::set<std::string>{chosen.begin(), chosen.end()}
        == std::set<std::string>{R"("a")", "2", "null", R"({"k":[1.50]})"});
  CHECK(values("{kind: constant, value: [x]}", 2) == lines{R"(["x"])", R"(["x"])"});
  CHECK(values("{kind: constant, value: null}", 1) == lines{"null"});
  auto truths = values("{kind: bool}");
  CHECK(std::set<std::string>{truths.begin(), truths.end()}
        == std::set<std::string>{"true", "false"});
}

TEST_CASE("generated timestamps walk from their start by their step") {
  CHECK(values("{kind: timestamp, start: '2024-02-28T23:59:59+01:00', step_secs: 3601}", 3)
        == lines{R"("2024-02-28T22:59:59Z")", R"("2024-02-29T00:00:00Z")",
                 R"("2024-02-29T01:00:01Z")"});
  CHECK(values("{kind: timestamp, start: '1970-01-01', step_secs: -1}", 2)
        == lines{R"("1970-01-01T00:00:00Z")", R"("1969-12-31T23:59:59Z")"});
  CHECK(values("{kind: timestamp}", 1) == lines{R"("2024-01-01T00:00:00Z")"});
}

TEST_CASE("generated uuids are of version 4 and differ") {
  auto found = values("{kind: uuid}");
  CHECK(std::set<std::string>{found.begin(), found.end()}.size() == 1000);
  for (const auto& x : found) {
    REQUIRE(x.size() == 38);
    REQUIRE(x[15] == '4');
    REQUIRE(std::string_view{"89ab"}.find(x[20]) != std::string_view::npos);
  }
}

TEST_CASE("generated objects nest, and any field can be null at times") {
  auto found = values("{kind: object, fields: {a: {kind: sequence, start: 10}, b: {kind: object, "
                      "fields: {c: {kind: constant, value: 1}}}}}",
                      2);
  CHECK(found == lines{R"({"a":10,"b":{"c":1}})", R"({"a":11,"b":{"c":1}})"});
  auto some = values("{kind: sequence, null_ratio: 0.25}", 10'000);
  auto nulls = std::count(some.begin(), some.end(), "null");
  CHECK(nulls > 2300);
  CHECK(nulls < 2700);
  CHECK(values("{kind: bool, null_ratio: 1}", 2) == lines{"null", "null"});
}

TEST_CASE("generate refuses options that make no sense, with their key and line") {
  CHECK(generate_refusal("seed: 1")
        == "generate.yaml:1: missing required key \"rows\" of source generate");
  CHECK(generate_refusal("rows: 1\nfields:\n  x: {kind: int, min: 2, max: 1}")
        == "generate.yaml:3: fields.x.min: is greater than max");
  CHECK(generate_refusal("rows: 1\nfields:\n  x: {kind: float, min: 2, max: 1}")
        == "generate.yaml:3: fields.x.min: is greater than max");
  CHECK(generate_refusal("rows: 1\nfields:\n  x: {kind: decimal, min: 2, max: 1.999, scale: 3}")
        == "generate.yaml:3: fields.x.min: is greater than max");
  CHECK_THAT(generate_refusal("rows: 1\nfields:\n  x: {kind: decimal, min: 0.001}"),
             Catch::StartsWith("generate.yaml:3: fields.x.min: expected a number"));
  CHECK(generate_refusal("rows: 1\nfields:\n  x:\n    kind: choice\n    values: []")
        == "generate.yaml:5: fields.x.values: a choice needs at least one value");
  CHECK(generate_refusal("rows: 1\nfields:\n  x: {kind: bool, null_ratio: 1.5}")
        == "generate.yaml:3: fields.x.null_ratio: expected a number from 0 to 1");
  CHECK_THAT(generate_refusal("rows: 1\nfields:\n  x: {kind: integer}"),
             Catch::StartsWith("generate.yaml:3: fields.x.kind: expected one of sequence, int"));
  CHECK(generate_refusal("rows: 1\nfields:\n  x: {kind: bool, min: 1}")
        == "generate.yaml:3: fields.x.min: is no option of this kind");
  CHECK(generate_refusal(
          "rows: 1\nfields:\n  x:\n    kind: object\n    fields:\n      y: {kind: constant}")
        == "generate.yaml:6: fields.x.fields.y.value: a constant needs a value");
  CHECK(generate_refusal("rows: 1\nfields:\n  x: {kind: timestamp, start: soon}")
        == "generate.yaml:3: fields.x.start: expected a time like 2024-01-31T12:00:00Z");
  CHECK(generate_refusal("rows: 1\nrows_per_sec: 0")
        == "generate.yaml:2: rows_per_sec: expected a number above 0");
  CHECK_THAT(generate_refusal("rows: 2\nfields: {x: {kind: sequence, start: 9223372036854775807}}"),
             Catch::Contains("runs out of values after 1 rows"));
}

TEST_CASE("a bookmark of another source is refused by name") {
  auto source = made("rows: 1");
  REQUIRE(source);
  auto refused = (*source)->open({}, bookmark{R"({"a":1})"});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().which == R"({"a":1})");
}

TEST_CASE("a stop ends the wait of a slow generate source at once") {
  auto yaml =
    GENERATE("rows: 0\npage_delay_ms: 600000\nbatch_size: 1", "rows: 0\nrows_per_sec: 0.001");
  auto source = made(yaml);
  REQUIRE(source);
  auto stop = std::make_shared<std::atomic<bool>>(false);
  REQUIRE((*source)->open({stop, {}}, std::nullopt));
  REQUIRE((*source)->next());
  std::thread stopper{[&] { stop->store(true); }};
  auto next = (*source)->next(); // would take minutes
  stopper.join();
  REQUIRE(next);
  REQUIRE(*next);
  CHECK((*next)->empty());
  CHECK_FALSE((*next)->resume());
}

TEST_CASE("a bounded rate is kept, in pages that keep coming") {
  auto source = made("rows: 30\nrows_per_sec: 200");
  REQUIRE(source);
  REQUIRE((*source)->open({}, std::nullopt));
  auto start = std::chrono::steady_clock::now();
  size_t pages = 0;
  for (;; ++pages) {
    auto next = (*source)->next();
    REQUIRE(next);
    if (!*next) {
      break;
    }
    CHECK((*next)->size() <= 20);
  }
  CHECK(pages == 2); // the second is due 0.1 s after the first
  CHECK(std::chrono::steady_clock::now() - start >= std::chrono::milliseconds{99});
}

TEST_CASE("a generate source can be resumed and replayed") {
  CHECK(generate_source().can.resumable);
  CHECK(generate_source().can.replayable);
}
