#include "model/page_builder.hpp"
#include "model/page_codec.hpp"
#include "tests/catch.hpp"

#include <bit>
#include <cmath>
#include <limits>

using namespace faucet;

namespace {

std::string encoded(const page& x) {
  byte_buffer out;
  encode_page(out, x);
  return std::string{out.view()};
}

page every_kind() {
  page_builder builder;
  auto fields = make_shape(
    {"null", "bool", "min", "max", "double", "decimal", "text", "bytes", "list", "object"});
  auto inner = make_shape({"é", ""});
  for (int i = 0; i < 3; ++i) {
    std::vector<value> items{value::of_int(-1), value{}, value::of_bool(false)};
    std::vector<value> deep{builder.string("𝄞"), builder.list({})};
    std::vector<value> cells{value{},
                             value::of_bool(true),
                             value::of_int(std::numeric_limits<int64_t>::min()),
                             value::of_uint(std::numeric_limits<uint64_t>::max()),
                             value::of_double(std::nextafter(0.1, 1) * i),
                             value::of_decimal("-1.50E+400"),
                             builder.string("line\nbreak"),
                             value::of_bytes(std::string_view{"\xff\0\x80", 3}),
                             builder.list(items),
                             builder.object(inner, deep)};
    builder.add(builder.object(fields, cells));
  }
  builder.add(value::of_double(-0.0));
  builder.add(value::of_double(5e-324));
  return builder.finish(bookmark{R"({"k":7})"});
}

} // namespace

TEST_CASE("a page crosses as bytes with every kind, digit and its bookmark") {
  auto origin = every_kind();
  auto copy = decode_page(encoded(origin));
  REQUIRE(copy);
  REQUIRE(copy->size() == origin.size());
  for (size_t i = 0; i < origin.size(); ++i) {
    CHECK(identical(copy->rows()[i], origin.rows()[i]));
  }
  CHECK(std::signbit(copy->rows()[3].as_double()));
  CHECK(copy->rows()[0].as_object().fields().names()
        == origin.rows()[0].as_object().fields().names());
  CHECK(copy->rows()[0].as_object().fields().id() == copy->rows()[1].as_object().fields().id());
  CHECK(copy->resume() == origin.resume());
}

TEST_CASE("a page without rows and without a bookmark crosses as bytes") {
  auto copy = decode_page(encoded(page{}));
  REQUIRE(copy);
  CHECK(copy->empty());
  CHECK_FALSE(copy->resume());
}

TEST_CASE("the names of a shape are written once a page") {
  page_builder builder;
  auto fields = make_shape({"a rather long field name that would be repeated"});
  for (int i = 0; i < 100; ++i) {
    auto cell = value::of_int(i);
    builder.add(builder.object(fields, {&cell, 1}));
  }
  CHECK(encoded(builder.finish()).size() < 500);
}

TEST_CASE("every cut of an encoded page is refused") {
  auto bytes = encoded(every_kind());
  for (size_t size = 0; size < bytes.size(); ++size) {
    auto exact = std::make_unique<char[]>(size);
    std::copy_n(bytes.begin(), size, exact.get());
    REQUIRE_FALSE(decode_page({exact.get(), size}));
  }
  CHECK_FALSE(decode_page(bytes + "x"));
}

TEST_CASE("a damaged page is refused or still a page, never worse") {
  auto bytes = encoded(every_kind());
  uint32_t state = 7;
  for (int round = 0; round < 20'000; ++round) {
    auto damaged = bytes;
    for (int i = 0; i <= round % 4; ++i) {
      state = state * 1664525 + 1013904223;
      damaged[(state >> 8) % damaged.size()] = static_cast<char>(state >> 24);
    }
    if (auto decoded = decode_page(damaged)) {
      byte_buffer again;
      encode_page(again, *decoded); // walks over every value
    }
  }
}

TEST_CASE("a page that promises more than it holds is refused before memory is spent") {
  std::string huge_list{"\x01\x00\x01\x08\xff\xff\xff\xff\x0f", 9};
  CHECK_FALSE(decode_page(huge_list));
  std::string deep{"\x01\x00\x01", 3};
  for (int i = 0; i < 100'000; ++i) {
    deep += "\x08\x01";
  }
  auto refused = decode_page(deep + '\0');
  REQUIRE_FALSE(refused);
  CHECK(refused.error().what == "damaged page: it is nested too deeply");
  std::string promises{"\x01\x00\x01", 3}; // a thousand lists, each said to hold all that follows
  for (int i = 0; i < 1000; ++i) {
    promises += "\x08\xa0\x8d\x06";
  }
  CHECK_FALSE(decode_page(promises + std::string(100'000, '\0')));
}

TEST_CASE("a page with invalid text or numbers is refused") {
  CHECK_FALSE(decode_page(std::string{"\x01\x00\x01\x06\x02\xc0\x80", 7})); // overlong UTF-8
  CHECK_FALSE(decode_page(std::string{"\x01\x00\x01\x05\x02\x30\x31", 7})); // the number 01
  CHECK_FALSE(decode_page(std::string{"\x01\x00\x01\x04\0\0\0\0\0\0\xf0\x7f", 12})); // infinity
  CHECK_FALSE(decode_page(std::string{"\x01\x00\x01\x09\x00\x02\x01\x61\x01\x61\x00\x00", 12}));
}
