#include "model/decimal_text.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

std::string canonical(const value& x) {
  std::string result;
  append_canonical(result, x);
  return result;
}

std::string canonical(std::string_view number) {
  return canonical(value::of_decimal(number));
}

} // namespace

TEST_CASE("numbers of one value share one text") {
  for (std::string_view text : {"1", "1.0", "1e0", "10e-1", "0.1E1"}) {
    CHECK(canonical(text) == "1");
  }
  CHECK(canonical(value::of_int(1)) == "1");
  CHECK(canonical(value::of_double(1)) == "1");
  CHECK(canonical(value::of_int(-1200)) == canonical("-1.2e3"));
  CHECK(canonical(value::of_uint(18446744073709551615U)) == "18446744073709551615");
}

TEST_CASE("the text that numbers of one value share is plain where that is short") {
  CHECK(canonical("1.50") == "1.5");
  CHECK(canonical("-0.0") == "0");
  CHECK(canonical("0.00120") == "0.0012");
  CHECK(canonical("-12.34e-3") == "-0.01234");
  CHECK(canonical("12.34e1") == "123.4");
  CHECK(canonical("12.34e4") == "123400");
  CHECK(canonical("1e40") == "1" + std::string(40, '0'));
  CHECK(canonical("12345678901234567890123456789012345678901234567890.5")
        == "12345678901234567890123456789012345678901234567890.5");
}

TEST_CASE("numbers that would take many zeroes are written with an exponent") {
  CHECK(canonical("1e1000000000000") == "1e1000000000000");
  CHECK(canonical("12.50e1000000000000") == "125e999999999999");
  CHECK(canonical("-1e-1000000000000") == "-1e-1000000000000");
  CHECK(canonical("1e-42") == "1e-42");
}
