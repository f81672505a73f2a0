#include "model/page.hpp"
#include "model/page_builder.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

page one_row(std::string_view name, value cell) {
  page_builder builder;
  builder.add(builder.object(make_shape({std::string{name}}), {&cell, 1}));
  return builder.finish();
}

} // namespace

TEST_CASE("a page keeps its rows and its bookmark") {
  page_builder builder;
  auto fields = make_shape({"id", "name"});
  auto [row, cells] = builder.object(fields);
  cells[0] = value::of_int(7);
  cells[1] = builder.string("Ada");
  builder.add(row);
  auto result = builder.finish(bookmark{"7"});
  REQUIRE(result.size() == 1);
  auto object = result.rows()[0].as_object();
  CHECK(object.find("id")->as_int() == 7);
  CHECK(object.find("name")->as_text() == "Ada");
  CHECK(object.find("missing") == nullptr);
  CHECK(result.resume() == bookmark{"7"});
}

TEST_CASE("a finished builder starts an empty page") {
  page_builder builder;
  builder.add(value::of_int(1));
  CHECK(builder.finish().size() == 1);
  CHECK(builder.rows() == 0);
  CHECK(builder.finish().empty());
}

TEST_CASE("rows outlive the page they were kept from") {
  page_builder builder;
  {
    std::string text(1000, 'x');
    page_builder origin_builder;
    auto cell = origin_builder.string(text);
    auto fields = make_shape({"text"});
    origin_builder.add(origin_builder.object(fields, {&cell, 1}));
    auto origin = origin_builder.finish();
    builder.keep(origin);
    builder.add(origin.rows()[0]);
  }
  auto result = builder.finish();
  CHECK(result.rows()[0].as_object()[0].as_text() == std::string(1000, 'x'));
}

TEST_CASE("a page is full by rows or by bytes") {
  page_builder builder;
  builder.add(value::of_int(1));
  CHECK_FALSE(builder.full(2));
  builder.add(value::of_int(2));
  CHECK(builder.full(2));
  CHECK_FALSE(builder.full(0));
  builder.string(std::string(max_page_bytes, 'x'));
  CHECK(builder.full(0));
}

TEST_CASE("a copied value shares nothing with its origin") {
  page_builder builder;
  value copy;
  {
    auto origin = one_row("deep", value::of_string("text"));
    copy = builder.copy(origin.rows()[0]);
    CHECK(identical(copy, origin.rows()[0]));
  }
  CHECK(copy.as_object().find("deep")->as_text() == "text");
}

TEST_CASE("an integer above the int64 range keeps its digits") {
  CHECK(value::of_uint(18446744073709551615U).kind() == kind::uint64);
  CHECK(value::of_uint(18446744073709551615U).as_uint() == 18446744073709551615U);
  CHECK(value::of_uint(7).kind() == kind::int64);
}

TEST_CASE("objects with the same content in another order are identical") {
  page_builder builder;
  std::vector<value> ab{value::of_int(1), value::of_int(2)};
  std::vector<value> ba{value::of_int(2), value::of_int(1)};
  auto lhs = builder.object(make_shape({"a", "b"}), ab);
  auto rhs = builder.object(make_shape({"b", "a"}), ba);
  CHECK(identical(lhs, rhs));
  CHECK_FALSE(identical(lhs, builder.object(make_shape({"b", "a"}), ab)));
}
