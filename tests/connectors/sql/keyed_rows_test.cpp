#include "connectors/sql/keyed_rows.hpp"
#include "tests/catch.hpp"
#include "tests/connectors/sink_run.hpp"

using namespace faucet;
using namespace faucet::test;
using writes = std::vector<keyed_write>;

namespace {

write_options upsert_by(std::vector<std::string> key) {
  return {.mode = write_mode::upsert, .key = std::move(key), .marker = std::nullopt};
}

write_options marked_upsert() {
  auto result = upsert_by({"id"});
  result.marker = delete_marker{"op", {"d", "1", "true"}};
  return result;
}

writes writes_of(write_options options, const std::vector<std::string>& records) {
  return keyed_row_planner{std::move(options)}.plan(page_of(records)).writes;
}

} // namespace

TEST_CASE("the last write of each key is left of a page", "[P140]") {
  CHECK(writes_of(upsert_by({"id"}), {R"({"id":1,"a":1})", R"({"id":2})", R"({"id":1,"a":2})"})
        == writes{{1, false}, {2, false}});
}

TEST_CASE("a delete after an upsert of the same key deletes, an upsert after a delete writes",
          "[P140]") {
  CHECK(writes_of(marked_upsert(), {R"({"id":1})", R"({"id":1,"op":"d"})"}) == writes{{1, true}});
  CHECK(writes_of(marked_upsert(), {R"({"id":1,"op":"d"})", R"({"id":1,"op":"u"})"})
        == writes{{1, false}});
}

TEST_CASE("composite keys do not collide whatever they hold", "[P139]") {
  auto both = upsert_by({"a", "b"});
  CHECK(writes_of(both, {R"({"a":"a|b","b":"c"})", R"({"a":"a","b":"b|c"})"}).size() == 2);
  CHECK(writes_of(both, {R"({"a":"1:x","b":"y"})", R"({"a":"1","b":":xy"})"}).size() == 2);
  CHECK(writes_of(both, {R"({"a":"","b":"c"})", R"({"a":"c","b":""})"}).size() == 2);
  CHECK(writes_of(both, {R"({"a":1,"b":"c"})", R"({"a":"1","b":"c"})"}).size() == 2);
  CHECK(writes_of(both, {R"({"a":true,"b":"c"})", R"({"a":"true","b":"c"})"}).size() == 2);
  CHECK(writes_of(both, {R"({"a":"x","b":"y"})", R"({"b":"y","a":"x"})"}).size() == 1);
}

TEST_CASE("a delete marker is compared as text") {
  for (const auto* op : {R"("d")", "1", "true", R"("true")"}) {
    CHECK(writes_of(marked_upsert(), {R"({"id":1,"op":)" + std::string{op} + "}"})
          == writes{{0, true}});
  }
  for (const auto* op : {R"("D")", "1.0", "false", "null", "[1]", R"({"d":1})", R"("")"}) {
    CHECK(writes_of(marked_upsert(), {R"({"id":1,"op":)" + std::string{op} + "}"})
          == writes{{0, false}});
  }
}

TEST_CASE("write_mode delete deletes the row of every key") {
  write_options options{.mode = write_mode::remove, .key = {"id"}, .marker = std::nullopt};
  CHECK(writes_of(options, {R"({"id":1})", R"({"id":2})"}) == writes{{0, true}, {1, true}});
}

TEST_CASE("rows without a usable key are named, rejected or fail the page") {
  keyed_row_planner planner{upsert_by({"id"})};
  const auto& rows = planner.plan(
    page_of({R"({"id":1})", R"({"x":1})", R"({"id":null})", R"({"id":[1]})", R"({"id":{}})", "5"}));
  CHECK(rows.writes == writes{{0, false}});
  REQUIRE(rows.keyless.size() == 5);
  CHECK(rows.keyless[0].second.what == "key column \"id\" is missing");
  CHECK(rows.keyless[1].second.what == "key column \"id\" is null");
  CHECK(rows.keyless[2].second.what == "key column \"id\" is no scalar but an array");
  auto failed = give_up_keyless(rows, {});
  REQUIRE_FALSE(failed);
  CHECK(render(failed.error()) == "row 1 of the page: key column \"id\" is missing");
  std::vector<size_t> rejected;
  driver_context context;
  context.reject = [&rejected](size_t row, const error&) { rejected.push_back(row); };
  CHECK(give_up_keyless(rows, context));
  CHECK(rejected == std::vector<size_t>{1, 2, 3, 4, 5});
}

TEST_CASE("a planner forgets the keys of earlier pages and finds thousands in one") {
  keyed_row_planner planner{upsert_by({"id"})};
  std::vector<std::string> records;
  for (int i = 0; i < 5000; ++i) {
    records.push_back(R"({"id":)" + std::to_string(i % 2500) + "}");
  }
  auto rows = page_of(records);
  for (int again = 0; again < 2; ++again) {
    const auto& found = planner.plan(rows).writes;
    REQUIRE(found.size() == 2500);
    CHECK(found.front() == keyed_write{2500, false});
    CHECK(found.back() == keyed_write{4999, false});
  }
}
