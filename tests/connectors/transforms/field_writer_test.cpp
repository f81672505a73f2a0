#include "connectors/transforms/combination_cache.hpp"
#include "connectors/transforms/field_writer.hpp"
#include "model/json_writer.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

std::string written(field_writer& writer, object_view record) {
  page_builder out;
  auto draft = writer.copy(record, out);
  for (auto at : draft.at) {
    draft.cells[at] = value::of_int(static_cast<int64_t>(at) + 10);
  }
  std::string result;
  append_json(result, draft.row);
  return result;
}

} // namespace

TEST_CASE("a field writer writes in place where it can and behind the last field else") {
  page_builder builder;
  std::vector<value> cells{value::of_int(1), value::of_int(2)};
  auto ab = builder.object(make_shape({"a", "b"}), cells);
  auto cd = builder.object(make_shape({"c", "d"}), cells);
  field_writer writer{{"d", "b"}};
  CHECK(written(writer, ab.as_object()) == R"({"a":1,"b":11,"d":12})");
  CHECK(written(writer, cd.as_object()) == R"({"c":1,"d":11,"b":12})");
  CHECK(written(writer, ab.as_object()) == R"({"a":1,"b":11,"d":12})");
  field_writer in_place{{"b", "a"}};
  CHECK(written(in_place, ab.as_object()) == R"({"a":10,"b":11})");
  CHECK(ab.as_object()[0].as_int() == 1); // the origin is untouched
}

TEST_CASE("plans of several shapes are made once and again after too many") {
  combination_cache<uint64_t> cache;
  size_t made = 0;
  auto plan = [&](std::vector<uint64_t> ids) {
    auto found = cache.find(ids, [&]() -> expected<uint64_t> {
      ++made;
      return ids.front() * 10000 + ids.back();
    });
    REQUIRE(found);
    return **found;
  };
  CHECK(plan({1, 2}) == 10002);
  CHECK(plan({1, 2}) == 10002);
  CHECK(plan({2, 1}) == 20001);
  CHECK(plan({1, 2}) == 10002);
  CHECK(plan({1, 9, 2}) == 10002);
  CHECK(made == 3);
  for (uint64_t i = 0; i < 5000; ++i) {
    CHECK(plan({i, i}) == i * 10001);
  }
  CHECK(plan({1, 2}) == 10002);
  CHECK(made == 5004);
}

TEST_CASE("a plan of several shapes that failed is tried again") {
  combination_cache<int> cache;
  std::vector<uint64_t> ids{1, 2};
  auto failing = []() -> expected<int> { return fail(ec::transform_failed, "no good"); };
  CHECK_FALSE(cache.find(ids, failing));
  CHECK(**cache.find(ids, []() -> expected<int> { return 5; }) == 5);
}
