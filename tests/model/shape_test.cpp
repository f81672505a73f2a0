#include "model/shape.hpp"
#include "tests/catch.hpp"

using namespace faucet;

TEST_CASE("a shape finds its fields, few or many") {
  for (size_t count : {1U, 8U, 9U, 1000U}) {
    std::vector<std::string> names;
    for (size_t i = 0; i < count; ++i) {
      names.push_back("field_" + std::to_string(i));
    }
    auto fields = make_shape(names);
    for (size_t i = 0; i < count; ++i) {
      CHECK(fields->find(names[i]) == i);
    }
    CHECK(fields->find("other") == shape::npos);
  }
}

TEST_CASE("equal names are interned to one shape") {
  shape_table table;
  std::vector<std::string_view> names{"a", "b"};
  auto first = table.intern(names);
  std::vector<std::string_view> others{"b", "a"};
  CHECK(table.intern(others) != first);
  CHECK(table.intern(names) == first);
}

TEST_CASE("a shape outlives a table that has forgotten it") {
  shape_table table;
  std::vector<std::string_view> names{"kept"};
  auto kept = table.intern(names);
  for (int i = 0; i < 5000; ++i) {
    auto name = "ever_new_" + std::to_string(i);
    std::vector<std::string_view> fresh{name};
    table.intern(fresh);
  }
  CHECK(kept->name(0) == "kept");
}
