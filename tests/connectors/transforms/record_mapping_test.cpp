#include "connectors/transforms/cell_moves.hpp"
#include "connectors/transforms/record_mapping.hpp"
#include "model/shape_cache.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

page two_objects_and_a_number() {
  page_builder builder;
  auto fields = make_shape({"a", "b"});
  auto cells = std::vector{value::of_int(1), value::of_int(2)};
  builder.add(builder.object(fields, cells));
  builder.add(value::of_int(5));
  builder.add(builder.object(fields, cells));
  return builder.finish(bookmark{"3"});
}

} // namespace

TEST_CASE("records that are no objects pass a record mapping and the bookmark is kept") {
  page_builder out;
  page_cursor input{two_objects_and_a_number(), 1};
  auto result =
    map_records(out, input, [](object_view record, page_builder& into) -> expected<void> {
      into.add(record[1]);
      return {};
    });
  REQUIRE(result);
  REQUIRE(result->size() == 3);
  CHECK(result->rows()[0].as_int() == 2);
  CHECK(result->rows()[1].as_int() == 5);
  CHECK(result->rows()[2].as_int() == 2);
  CHECK(result->resume() == bookmark{"3"});
}

TEST_CASE("a failed record mapping names the record's number in the whole input") {
  page_builder out;
  auto calls = 0;
  page_cursor input{two_objects_and_a_number(), 101};
  auto result = map_records(out, input, [&](object_view, page_builder&) -> expected<void> {
    if (++calls == 2) {
      return fail(ec::transform_failed, "no good", field_name("b"));
    }
    return {};
  });
  REQUIRE_FALSE(result);
  CHECK(render(result.error()) == "record 103, field \"b\": no good");
}

TEST_CASE("a plan is made once a shape and made anew after a failure") {
  shape_cache<size_t> cache;
  auto first = make_shape({"a"});
  auto second = make_shape({"a", "b"});
  auto calls = 0;
  auto make = [&](const shape& fields) {
    ++calls;
    return fields.size();
  };
  CHECK(**cache.find(*first, make) == 1);
  CHECK(**cache.find(*second, make) == 2);
  CHECK(**cache.find(*first, make) == 1);
  CHECK(calls == 2);
  auto third = make_shape({"c"});
  auto refuse = [](const shape&) -> expected<size_t> { return fail(ec::transform_failed, "no"); };
  CHECK_FALSE(cache.find(*third, refuse));
  CHECK(**cache.find(*third, make) == 1);
}

TEST_CASE("plans stay right when there are more shapes than the cache holds") {
  shape_cache<std::string> cache;
  for (auto round = 0; round < 2; ++round) {
    for (auto i = 0; i < 3000; ++i) {
      auto fields = make_shape({std::to_string(i)});
      auto plan = cache.find(*fields, [](const shape& x) { return std::string{x.name(0)}; });
      REQUIRE(**plan == std::to_string(i));
    }
  }
}

TEST_CASE("cell moves reorder, drop and add cells") {
  auto rows = two_objects_and_a_number();
  auto record = rows.rows()[0].as_object();
  shape_table table;
  cell_moves_builder builder;
  builder.take("b", 1);
  builder.put("new", value::of_bool(true));
  auto moves = builder.finish(record.fields(), table);
  page_builder out;
  moves.apply(record, out);
  auto result = out.finish();
  auto made = result.rows()[0].as_object();
  CHECK(made.fields().names() == std::vector<std::string>{"b", "new"});
  CHECK(made[0].as_int() == 2);
  CHECK(made[1].as_bool());
}

TEST_CASE("cell moves that change nothing add the record as it is") {
  auto rows = two_objects_and_a_number();
  auto record = rows.rows()[0].as_object();
  shape_table table;
  cell_moves_builder builder;
  builder.take("a", 0);
  builder.take("b", 1);
  auto moves = builder.finish(record.fields(), table);
  page_builder out;
  moves.apply(record, out);
  CHECK(moves.unchanged);
  CHECK(out.finish().rows()[0].as_object().header() == record.header());
}
