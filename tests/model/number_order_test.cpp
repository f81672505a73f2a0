#include "model/number_order.hpp"
#include "model/page_builder.hpp"
#include "tests/catch.hpp"

#include <string>

using namespace faucet;

namespace {

decimal read(std::string_view text) {
  INFO(text);
  auto result = decimal::parse(text);
  REQUIRE(result);
  return *result;
}

value of(std::string_view number) {
  return value::of_decimal(number);
}

} // namespace

TEST_CASE("decimal texts compare by value") {
  CHECK(read("99") < read("100"));
  CHECK(read("989") > read("99"));
  CHECK(read("007") == read("7"));
  CHECK(read("1.50") == read("1.5"));
  CHECK(read("0.000") == read("-0"));
  CHECK(read("-1") < read("0"));
  CHECK(read("-10") < read("-9"));
  CHECK(read("-0.5") < read("-0.25"));
  CHECK(read("1e3") > read("999"));
  CHECK(read("1E-2") == read("0.01"));
  CHECK(read("+5") == read("5"));
  CHECK(read(".5") > read("0.4"));
  CHECK(read("5.") == read("5"));
  CHECK(read(" 12\n") == read("12"));
  CHECK(read("0.00123") == read("123e-5"));
  CHECK(read("12.34") < read("123.4"));
  CHECK(read("100.001") > read("100"));
  CHECK(read("12.5") != read("125"));
}

TEST_CASE("long decimals differ in their last digit") {
  CHECK(read("12345678901234567890123456789012345678")
        > read("12345678901234567890123456789012345677"));
  CHECK(read("0.000000000000000000000000000000000002")
        > read("0.000000000000000000000000000000000001"));
  CHECK(read("0.000000000000000000000000000000000002") == read("2e-36"));
}

TEST_CASE("what is no decimal number is refused") {
  for (std::string_view text : {"", " ", "-", "+", ".", "1.2.3", "1e", "1e+", "12a", "2024-06-01",
                                "e5", "1e9999999999999999999", "0e9999999999999999999", "--1",
                                "1 2", "0x10", "1e5.0", "NaN", "inf"}) {
    INFO(text);
    CHECK_FALSE(decimal::parse(text));
  }
}

TEST_CASE("exponents reach over the whole int64 range without wrapping or memory") {
  CHECK(read("1e9223372036854775807") > read("1e9223372036854775806"));
  CHECK(read("10e9223372036854775807") > read("1e9223372036854775807"));
  CHECK(read("10e9223372036854775806") == read("1e9223372036854775807"));
  CHECK(read("0.1e-9223372036854775808") < read("1e-9223372036854775808"));
  CHECK(read("-1e9223372036854775807") < read("1"));
  CHECK(of("1e99999999999999999999").is_number());
  CHECK(std::is_gt(compare_numbers(of("1e99999999999999999999"), of("1e99999999999999999998"))));
  CHECK(std::is_gt(compare_numbers(of("1e9999999999999999999999999999999999999999999"), of("7"))));
  CHECK(std::is_gt(compare_numbers(of("1e-9999999999999999999999999999999999999999999"), of("0"))));
  CHECK(std::is_eq(compare_numbers(of("0e9999999999999999999999999999999999999999999"), of("0"))));
}

TEST_CASE("integers around 2^53 stay apart", "[P124]") {
  auto same = value::of_int(9007199254740992);
  auto next = value::of_int(9007199254740993);
  CHECK(std::is_gt(compare_numbers(next, same)));
  CHECK(std::is_eq(compare_numbers(of("9007199254740993.0"), next)));
  CHECK(std::is_gt(compare_numbers(of("9007199254740993.0"), same)));
  CHECK(std::is_lt(compare_numbers(value::of_double(9007199254740992.0), next)));
  CHECK(std::is_eq(compare_numbers(value::of_double(9007199254740992.0), same)));
}

TEST_CASE("numbers of every two kinds compare by value", "[P124]") {
  CHECK(std::is_eq(compare_numbers(value::of_int(1), of("1.0"))));
  CHECK(std::is_eq(compare_numbers(of("1.0"), of("1e0"))));
  CHECK(std::is_eq(compare_numbers(value::of_double(0.1), of("0.1"))));
  CHECK(std::is_eq(compare_numbers(value::of_double(-0.0), value::of_int(0))));
  CHECK(std::is_gt(compare_numbers(value::of_uint(18446744073709551615U), value::of_int(-1))));
  CHECK(
    std::is_eq(compare_numbers(value::of_uint(18446744073709551615U), of("18446744073709551615"))));
  CHECK(
    std::is_lt(compare_numbers(value::of_uint(18446744073709551615U), of("18446744073709551616"))));
  CHECK(std::is_lt(compare_numbers(value::of_double(1.5), value::of_int(2))));
  CHECK(
    std::is_gt(compare_numbers(value::of_double(1e300), value::of_uint(18446744073709551615U))));
  CHECK(std::is_eq(compare_numbers(value::of_double(2.5), value::of_double(2.5))));
}

TEST_CASE("equal numbers have equal hashes") {
  CHECK(hash_number(value::of_int(1)) == hash_number(of("1.0")));
  CHECK(hash_number(value::of_int(1)) == hash_number(value::of_double(1)));
  CHECK(hash_number(value::of_int(1200)) == hash_number(of("1.2e3")));
  CHECK(hash_number(of("-0.0")) == hash_number(value::of_int(0)));
  CHECK(hash_number(value::of_int(1)) != hash_number(value::of_int(-1)));
  CHECK(hash_number(value::of_int(1)) != hash_number(value::of_int(10)));
}

TEST_CASE("deep equality compares numbers by value and nothing across kinds") {
  page_builder builder;
  auto fields = make_shape({"a"});
  std::vector<value> one{value::of_int(1)};
  std::vector<value> point{of("1.0")};
  CHECK(equal_values(builder.list(one), builder.list(point)));
  CHECK(equal_values(builder.object(fields, one), builder.object(make_shape({"a"}), point)));
  CHECK_FALSE(equal_values(builder.object(fields, one), builder.object(make_shape({"b"}), one)));
  CHECK_FALSE(equal_values(value::of_int(1), value::of_string("1")));
  CHECK_FALSE(equal_values(value::of_int(1), value::of_bool(true)));
  CHECK_FALSE(equal_values(value{}, value::of_int(0)));
  CHECK(equal_values(value{}, value{}));
}

TEST_CASE("values that are equal have equal hashes at every depth") {
  page_builder builder;
  std::vector<value> ab{value::of_int(1), value::of_string("x")};
  std::vector<value> ba{value::of_string("x"), of("1.0")};
  auto lhs = builder.object(make_shape({"a", "b"}), ab);
  auto rhs = builder.object(make_shape({"b", "a"}), ba);
  REQUIRE(equal_values(lhs, rhs));
  CHECK(hash_value(lhs) == hash_value(rhs));
  CHECK(hash_value(builder.list(ab)) != hash_value(builder.list(ba)));
  CHECK(hash_value(value::of_string("1")) != hash_value(value::of_int(1)));
  CHECK(hash_value(value::of_bool(true)) != hash_value(value::of_bool(false)));
}
