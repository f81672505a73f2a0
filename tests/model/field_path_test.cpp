#include "model/field_path.hpp"
#include "model/page_builder.hpp"
#include "tests/catch.hpp"

#include <string>

using namespace faucet;

namespace {

/// {"fields":{"updated":"2024-06-01"},"items":[{"date":1},{"date":2}],"a.b":{"c":7},"x":5,
///  "":{"":8},"m~n":{"p/q":9},"obj":{"1":"one"},"gone":null}
class sample {
public:
  sample() {
    auto item = [this](int64_t date) { return object({"date"}, {value::of_int(date)}); };
    std::vector<value> items{item(1), item(2)};
    record = object({"fields", "items", "a.b", "x", "", "m~n", "obj", "gone"},
                    {object({"updated"}, {value::of_string("2024-06-01")}), builder_.list(items),
                     object({"c"}, {value::of_int(7)}), value::of_int(5),
                     object({""}, {value::of_int(8)}), object({"p/q"}, {value::of_int(9)}),
                     object({"1"}, {value::of_string("one")}), value{}});
  }

  value record;

private:
  value object(std::vector<std::string> names, std::vector<value> cells) {
    return builder_.object(make_shape(std::move(names)), cells);
  }

  page_builder builder_;
};

const value* at(const sample& from, std::string_view path) {
  INFO(path);
  auto parsed = field_path::parse(path);
  REQUIRE(parsed);
  return parsed->resolve(from.record);
}

} // namespace

TEST_CASE("a field path finds fields, nested fields and list items") {
  sample x;
  CHECK(at(x, "fields.updated")->as_text() == "2024-06-01");
  CHECK(at(x, "items.1.date")->as_int() == 2);
  CHECK(at(x, "items.x.date") == nullptr);
  CHECK(at(x, "items.9.date") == nullptr);
  CHECK(at(x, "items.-1.date") == nullptr);
  CHECK(at(x, "items.01.date") == nullptr);
  CHECK(at(x, "items.99999999999999999999999.date") == nullptr);
  CHECK(at(x, "x.y") == nullptr);
  CHECK(at(x, "x")->as_int() == 5);
  CHECK(at(x, "obj.1")->as_text() == "one");
  CHECK(at(x, "gone")->is_null());
  CHECK(at(x, "gone.deeper") == nullptr);
}

TEST_CASE("a JSON Pointer enters names that hold dots, slashes and tildes") {
  sample x;
  CHECK(at(x, "/a.b/c")->as_int() == 7);
  CHECK(at(x, "/items/0/date")->as_int() == 1);
  CHECK(at(x, "/m~0n/p~1q")->as_int() == 9);
  CHECK(at(x, "//")->as_int() == 8);
  CHECK(at(x, "/")->is_object());
  CHECK(at(x, "/items/-") == nullptr);
}

TEST_CASE("a top-level field named like a dot path precedes the path", "[P10]") {
  page_builder builder;
  std::vector<value> cells{value::of_string("2024")};
  auto record = builder.object(make_shape({"Account.LastModifiedDate"}), cells);
  auto path = field_path::parse("Account.LastModifiedDate");
  REQUIRE(path);
  REQUIRE(path->resolve(record) != nullptr);
  CHECK(path->resolve(record)->as_text() == "2024");
  CHECK(path->resolve(value::of_int(1)) == nullptr);
}

TEST_CASE("blank paths, empty segments and bad escapes are config errors") {
  for (std::string_view text : {"", " ", "\t ", "a..b", ".a", "a.", ".", "/a~2b", "/a~"}) {
    INFO(text);
    auto parsed = field_path::parse(text);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().code == ec::invalid_config);
  }
  CHECK(field_path::parse("a..b").error().what.find("JSON Pointer") != std::string::npos);
}
