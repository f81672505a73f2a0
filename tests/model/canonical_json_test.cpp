#include "model/canonical_json.hpp"
#include "model/page_builder.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

std::string as_canonical_json(const value& x) {
  std::string result;
  append_canonical_json(result, x);
  return result;
}

} // namespace

TEST_CASE("canonical JSON sorts the fields of objects by their bytes, at every level") {
  page_builder memory;
  auto object = [&](std::vector<std::string> names, std::initializer_list<value> cells) {
    return memory.object(make_shape(std::move(names)), cells);
  };
  auto inner = object({"é", "z", "Z"}, {value::of_int(1), value::of_bool(true), value{}});
  auto row = object({"b", "a\"", "a"}, {memory.list(std::array{inner, object({}, {})}),
                                        value::of_double(1), value::of_decimal("1.50")});
  CHECK(as_canonical_json(row) == R"({"a":1.50,"a\"":1.0,"b":[{"Z":null,"z":true,"é":1},{}]})");
  CHECK(as_canonical_json(memory.list({})) == "[]");
  CHECK(as_canonical_json(value::of_string("a\n")) == R"("a\n")");
}

TEST_CASE("one writer tells shapes apart, also more of them than it remembers") {
  page_builder memory;
  canonical_json_writer writer;
  for (int i = 0; i < 3000; ++i) {
    auto name = "f" + std::to_string(i);
    auto inner = memory.object(make_shape({name}), std::array{value::of_int(i)});
    auto row = memory.object(make_shape({"x", name}), std::array{inner, value::of_int(i)});
    byte_buffer out;
    writer.append(out, row);
    auto number = std::to_string(i);
    REQUIRE(out.view()
            == "{\"" + name + "\":" + number + ",\"x\":{\"" + name + "\":" + number + "}}");
  }
}
