#include "model/cursor_order.hpp"
#include "model/page_builder.hpp"
#include "tests/catch.hpp"

#include <array>

using namespace faucet;

namespace {

value text(std::string_view x) {
  return value::of_string(x);
}

value number(std::string_view x) {
  return value::of_decimal(x);
}

int sign(std::strong_ordering order) {
  return order < 0 ? -1 : (order > 0 ? 1 : 0);
}

/// Below, at or above 0, as lhs is below, at or above rhs.
int compare(const value& lhs, const value& rhs) {
  auto order = sign(compare_cursors(lhs, rhs));
  CHECK(sign(compare_cursors(rhs, lhs)) == -order); // the same from the other side
  return order;
}

int compare(std::string_view lhs, std::string_view rhs) {
  return compare(text(lhs), text(rhs));
}

value later(const cursor& lhs, const cursor& rhs) {
  return later_cursor(lhs, rhs).raw();
}

bool comparable(std::string_view lhs, std::string_view rhs) {
  auto result = are_comparable_cursors(text(lhs), text(rhs));
  CHECK(are_comparable_cursors(text(rhs), text(lhs)) == result);
  return result;
}

} // namespace

// -- numbers ------------------------------------------------------------------

TEST_CASE("integer cursors compare exactly beyond 2^53", "[P1]") {
  auto integer = [](int64_t x) { return value::of_int(x); };
  CHECK(compare(integer(9007199254740993), integer(9007199254740992)) > 0);
  CHECK(compare(integer(9007199254740994), integer(9007199254740993)) > 0);
  CHECK(compare(value::of_uint(18446744073709551615U), integer(-1)) > 0);
  CHECK(compare(value::of_uint(18446744073709551615U), value::of_uint(18446744073709551614U)) > 0);
  CHECK(compare(integer(9007199254740993), value::of_double(9007199254740992.0)) > 0);
  CHECK(compare(number("123456789012345678901234567890123"),
                number("123456789012345678901234567890122"))
        > 0);
  CHECK(compare(value::of_double(2.5), number("2.50")) == 0);
}

TEST_CASE("decimal texts compare as exact decimals") {
  CHECK(compare("99", "100") < 0);
  CHECK(compare("989", "99") > 0);
  CHECK(compare("007", "7") == 0);
  CHECK(compare("1.50", "1.5") == 0);
  CHECK(compare("0.000", "-0") == 0);
  CHECK(compare("-1", "0") < 0);
  CHECK(compare("-10", "-9") < 0);
  CHECK(compare("-0.5", "-0.25") < 0);
  CHECK(compare("1e3", "999") > 0);
  CHECK(compare("1E-2", "0.01") == 0);
  CHECK(compare("+5", "5") == 0);
  CHECK(compare(".5", "0.4") > 0);
  CHECK(compare("5.", " 5\n") == 0);
  CHECK(compare("12345678901234567890123456789012345678", "12345678901234567890123456789012345677")
        > 0);
  CHECK(compare("0.000000000000000000000000000000000002", "0.000000000000000000000000000000000001")
        > 0);
  CHECK(compare("1e9223372036854775807", "9e-9223372036854775808") > 0);
}

TEST_CASE("texts that only begin like decimals compare by their bytes") {
  for (const auto* other : {"", "-", ".", "1.2.3", "1e", "12a", "2024-06-01", "e5",
                            "1e9999999999999999999", "1e9223372036854775808", "0x10", "1 2", "٣"}) {
    INFO(other);
    CHECK(compare(other, "15") == sign(std::string_view{other} <=> "15"));
    CHECK(!are_comparable_cursors(text(other), value::of_int(5)));
    CHECK(are_comparable_cursors(text(other), text("15")));
  }
}

TEST_CASE("a number and a decimal text compare numerically", "[P4]") {
  CHECK(compare(value::of_int(100), text("99")) > 0);
  CHECK(compare(text("123456789012345678901234567890"), value::of_int(5)) > 0);
  CHECK(compare(value::of_double(2.5), text("2.50")) == 0);
  CHECK(compare(value::of_int(7), text("6.5")) > 0);
  CHECK(compare(value::of_double(1.2345678901234568e29), text("6.5")) > 0);
  CHECK(are_comparable_cursors(value::of_int(7), text("6.5")));
  CHECK(are_comparable_cursors(text("6.5"), number("7.0")));
}

TEST_CASE("NUMERIC cursors that arrive as text never go back", "[P26]") {
  CHECK(compare("9", "10") < 0);
  CHECK(later(text("9"), text("10")).as_text() == "10");
}

// -- timestamps ---------------------------------------------------------------

TEST_CASE("timestamps with offsets compare as moments", "[P5]") {
  CHECK(compare("2024-01-01T10:00:00+05:00", "2024-01-01T06:00:00Z") < 0);
  CHECK(compare("2024-01-01T00:00:00.5Z", "2024-01-01T00:00:00.45Z") > 0);
  CHECK(compare("2024-01-01T00:00:00Z", "2024-01-01T00:00:00.000Z") == 0);
  CHECK(compare("2024-01-01 10:00:00+00:00", "2024-01-01T09:59:59Z") > 0);
  CHECK(compare(" 2024-01-01t10:00:00z", "2024-01-01T11:00:00+01:00") == 0);
  CHECK(compare("2024-01-01T00:00:00.0000000000000000001Z", "2024-01-01T00:00:00Z") > 0);
  CHECK(compare("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z") < 0);
  CHECK(compare("2016-12-31T23:59:60Z", "2016-12-31T23:59:59.9Z") > 0);
  CHECK(comparable("2024-01-01T10:00:00+05:00", "2024-01-01 06:00:00Z"));
}

TEST_CASE("timestamps without an offset compare as local times") {
  CHECK(compare("2024-01-01T00:00:00.5", "2024-01-01T00:00:00.45") > 0);
  CHECK(compare("2024-01-01 10:00:00", "2024-01-01T09:00:00") > 0);
  CHECK(comparable("2024-01-01 10:00:00", "2024-01-01T09:00:00"));
}

TEST_CASE("a timestamp with an offset and one without compare by their bytes", "[P7]") {
  CHECK(compare("2024-01-01T10:00:00Z", "2024-01-01T10:00:00") > 0);
  CHECK(compare("2024-01-01T00:00:00-05:00", "2024-01-01T01:00:00") < 0);
  CHECK(!comparable("2024-01-01T10:00:00Z", "2024-01-01T10:00:00"));
}

TEST_CASE("what is no timestamp compares by its bytes") {
  CHECK(compare("2024-13-99T99:99:99", "2024") > 0);
  CHECK(compare("2024-06-01", "2024-05-31") > 0);
  CHECK(compare("2024-06-01", "2024-06-01T00:00:00Z") < 0);
  CHECK(compare("2024-02-30T00:00:00Z", "2024-02-29T00:00:00-12:00") > 0);
  CHECK(compare("b", "A") > 0);
  CHECK(comparable("2024-06-01", "2024-06-01T00:00:00Z"));
  CHECK(comparable("2024-13-99T99:99:99", "2024"));
}

TEST_CASE("text of several bytes a character is compared, wherever it is cut") {
  CHECK(compare("2024-01-0é 00:00:00Z", "2024-01-01T00:00:00Z") > 0);
  CHECK(compare("2024-01-01é00:00:00Z", "2024-01-01T00:00:00Z") > 0);
  CHECK(compare("ééééééééééé", "2024-01-01T00:00:00Z") > 0);
  CHECK(compare("２０２４-01-01T00:00:00Z", "2024-01-01T00:00:00Z") > 0);
  CHECK(compare("2024-01-01T00:00:00\xe2\x88", "2024-01-01T00:00:00Z") > 0);
  CHECK(compare("", "é") < 0);
}

// -- types --------------------------------------------------------------------

TEST_CASE("values of different types are ordered by type and not comparable") {
  page_builder memory;
  std::array<value, 6> ascending{value{},          value::of_bool(true),
                                 value::of_int(5), text("abc"),
                                 memory.list({}),  memory.object(make_shape({}), {})};
  for (size_t i = 0; i < ascending.size(); ++i) {
    for (size_t j = 0; j < ascending.size(); ++j) {
      CHECK(compare(ascending[i], ascending[j]) == sign(i <=> j));
      CHECK(are_comparable_cursors(ascending[i], ascending[j]) == (i == j));
    }
  }
  CHECK(compare(value::of_bool(true), text("1")) < 0);
  CHECK(compare(value::of_bool(false), value::of_bool(true)) < 0);
}

TEST_CASE("lists compare item by item, objects and bytes by their JSON text") {
  page_builder memory;
  auto list = [&](std::initializer_list<value> items) { return memory.list(items); };
  CHECK(compare(list({text("99")}), list({text("100")})) < 0);
  CHECK(compare(list({text("1")}), list({text("1"), value{}})) < 0);
  CHECK(compare(list({value::of_int(2)}), list({value::of_int(1), value::of_int(9)})) > 0);
  auto object = [&](std::vector<std::string> names, std::initializer_list<value> cells) {
    return memory.object(make_shape(std::move(names)), cells);
  };
  CHECK(compare(object({"a", "b"}, {value::of_int(1), value::of_int(2)}),
                object({"b", "a"}, {value::of_int(2), value::of_int(1)}))
        == 0);
  CHECK(compare(object({"a"}, {value::of_int(1)}), object({"a"}, {value::of_int(2)})) < 0);
  CHECK(compare(value::of_bytes("abc"), text("YWJj")) == 0);
  CHECK(compare(value::of_bytes("abc"), value::of_bytes("abd")) < 0);
  CHECK(are_comparable_cursors(value::of_bytes("abc"), text("x")));
}

TEST_CASE("the later of two cursors is the first of them where they are equal") {
  CHECK(later(text("12345678901234567890"), value::of_int(12)).is_string());
  CHECK(later(value::of_int(12), value::of_int(13)).as_int() == 13);
  CHECK(later(text("12"), value::of_int(13)).as_int() == 13);
  CHECK(later(text("string"), value::of_int(5)).is_string());
  CHECK(later(text("1.50"), text("1.5")).as_text() == "1.50");
  CHECK(later(text("1.5"), text("1.50")).as_text() == "1.5");
}
