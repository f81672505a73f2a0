#include "model/percent_escapes.hpp"
#include "tests/catch.hpp"

using namespace faucet;

TEST_CASE("percent escapes stand for their octets, everything else for itself") {
  CHECK(percent_decoded("a%20b%2Fc%c3%A9+d") == "a b/c\xc3\xa9+d");
  CHECK(percent_decoded("%00")->size() == 1);
  CHECK(percent_decoded("") == "");
}

TEST_CASE("a percent sign that begins no escape is refused") {
  auto text = GENERATE("%", "a%4", "%zz", "%-1", "% 1", "%+1", "%0x", "100%");
  CHECK_FALSE(percent_decoded(text));
}

TEST_CASE("what is encoded for a URL decodes to itself") {
  CHECK(percent_encoded("a-b._~9Z") == "a-b._~9Z");
  CHECK(percent_encoded("a/b?c&d=é %\n") == "a%2Fb%3Fc%26d%3D%C3%A9%20%25%0A");
  std::string all;
  for (int octet = 0; octet < 256; ++octet) {
    all += static_cast<char>(octet);
  }
  CHECK(percent_decoded(percent_encoded(all)) == all);
}
