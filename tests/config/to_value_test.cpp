#include "config/to_value.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

node of(node::content_type content) {
  return node{std::move(content)};
}

} // namespace

TEST_CASE("a configured map becomes an object with its fields in the order of the file") {
  node::map_type inner{{"n", of(int64_t{-3}), {}}};
  node::map_type outer{
    {"z", of(std::string{"text"}), {}},
    {"a", of(number_text{"1.50"}), {}},
    {"big", of(UINT64_MAX), {}},
    {"list", of(node::list_type{of(true), of(std::monostate{}), of(inner), of(inner)}), {}},
  };
  page_builder builder;
  builder.add(to_value(of(outer), builder));
  auto rows = builder.finish();

  auto object = rows.rows()[0].as_object();
  CHECK(object.fields().names() == std::vector<std::string>{"z", "a", "big", "list"});
  CHECK(object[0].as_text() == "text");
  CHECK(object[1].kind() == kind::decimal);
  CHECK(object[1].as_text() == "1.50");
  CHECK(object[2].as_uint() == UINT64_MAX);
  auto items = object[3].as_list();
  REQUIRE(items.size() == 4);
  CHECK(items[0].as_bool());
  CHECK(items[1].is_null());
  CHECK(items[2].as_object()[0].as_int() == -3);
  CHECK(&items[2].as_object().fields() == &items[3].as_object().fields());
}
