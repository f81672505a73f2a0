#include "state/sealed_text.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

std::string from_hex(std::string_view digits) {
  std::string result;
  for (size_t i = 0; i < digits.size(); i += 2) {
    result += static_cast<char>(std::stoi(std::string{digits.substr(i, 2)}, nullptr, 16));
  }
  return result;
}

// {"at":1} under the key "correct horse", sealed by another implementation of AES-256-GCM.
const std::string unbound = from_hex("4643543101000102030405060708090a0b74e59d14297e525c"
                                     "76ce8706f4a716cee8926965ff9dd898");
const std::string bound_to_row_0 = from_hex("4643543102000102030405060708090a0b74e59d14297e525c"
                                            "bcdba02c7baa27f1acaae4995e90444c");

constexpr auto content = R"({"at":1})";

} // namespace

TEST_CASE("a text that was sealed by others in the documented format opens") {
  text_seal seal{"correct horse", {}};
  CHECK(seal.open(unbound, "p::row-0").value() == content);
  CHECK(seal.open(unbound, "any::key").value() == content);
  CHECK(seal.open(bound_to_row_0, "p::row-0").value() == content);
}

TEST_CASE("a sealed text shows its format and nothing of its content") {
  text_seal seal{"correct horse", {}};
  auto sealed = seal.seal(content, "p::row-0").value();
  CHECK(sealed.starts_with(std::string{"FCT1\x02"}));
  CHECK(sealed.size() == 4 + 1 + 12 + 8 + 16);
  CHECK(sealed.find("at") == std::string::npos);
  CHECK(seal.seal(content, "p::row-0").value() != sealed); // another nonce
  CHECK(is_sealed(sealed));
  CHECK_FALSE(is_sealed(content));
  CHECK(seal.open(seal.seal("", "k").value(), "k").value().empty());
}

TEST_CASE("a sealed text does not open under another state key", "[P56]") {
  text_seal seal{"correct horse", {}};
  auto opened = seal.open(bound_to_row_0, "p::row-1");
  REQUIRE_FALSE(opened);
  CHECK_THAT(opened.error().what, Catch::Contains("cannot be decrypted"));
}

TEST_CASE("keys of earlier days open and do not seal") {
  text_seal rotated{"new", {"older", "correct horse"}};
  CHECK(rotated.open(bound_to_row_0, "p::row-0").value() == content);
  auto sealed = rotated.seal(content, "k").value();
  CHECK(text_seal("new", {}).open(sealed, "k").value() == content);
  CHECK_FALSE(text_seal("correct horse", {}).open(sealed, "k"));
}

TEST_CASE("whatever is wrong with a sealed text has an error of its own") {
  text_seal seal{"correct horse", {}};
  auto what = [&seal](std::string_view text) { return seal.open(text, "p::row-0").error().what; };
  CHECK(what(content) == "not sealed");
  CHECK(what("FCT1") == "sealed, but cut short");
  CHECK(what(bound_to_row_0.substr(0, 32)) == "sealed, but cut short");
  auto newer = bound_to_row_0;
  newer[4] = 3;
  CHECK_THAT(what(newer), Catch::Contains("format 3"));
  CHECK_THAT(what(bound_to_row_0.substr(0, 40)), Catch::Contains("cannot be decrypted"));
  CHECK_FALSE(text_seal("wrong", {"also wrong"}).open(unbound, "k"));
}

TEST_CASE("a sealed text in which one bit differs does not open") {
  text_seal seal{"correct horse", {}};
  for (size_t i = 4; i < bound_to_row_0.size(); ++i) {
    auto damaged = bound_to_row_0;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    INFO("byte " << i);
    CHECK_FALSE(seal.open(damaged, "p::row-0"));
  }
}
