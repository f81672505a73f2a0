#include "connectors/transform_chain.hpp"
#include "model/page_builder.hpp"
#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet;

namespace {

transform_stage stage(std::string_view type, std::string_view options) {
  auto made = test::make_transform(type, options);
  REQUIRE(made);
  return {std::string{type}, std::move(*made)};
}

/// Records with two lists of that length each.
page with_lists(size_t records, size_t length) {
  page_builder builder;
  auto fields = make_shape({"a", "b"});
  std::vector<value> items(length, value::of_int(7));
  for (size_t i = 0; i < records; ++i) {
    std::vector<value> lists{builder.list(items), builder.list(items)};
    builder.add(builder.object(fields, lists));
  }
  return builder.finish(bookmark{"9"});
}

} // namespace

TEST_CASE("records that a transform multiplies come out in bounded pieces") {
  constexpr size_t records = 50;
  constexpr size_t length = 100;
  transform_chain chain{
    {stage("cross_join", R"({"arrays":["a","b"]})"), stage("set", R"({"values":{"c":1}})")}};
  REQUIRE(chain.open({}));
  chain.feed(with_lists(records, length));
  size_t rows = 0;
  size_t bookmarks = 0;
  while (chain.has_more()) {
    auto piece = chain.next();
    REQUIRE(piece);
    rows += piece->size();
    CHECK(piece->bytes() <= 3 * max_page_bytes);
    if (piece->resume()) {
      ++bookmarks;
      CHECK_FALSE(chain.has_more());
    }
  }
  CHECK(rows == records * length * length);
  CHECK(bookmarks == 1);
}

TEST_CASE("a chain numbers the records of each transform's own input") {
  transform_chain chain{{stage("cross_join", R"({"arrays":["a","b"]})"),
                         stage("cast", R"({"fields":{"a":"timestamp"}})")}};
  REQUIRE(chain.open({}));
  chain.feed(with_lists(0, 1));
  REQUIRE(chain.next());
  chain.feed(with_lists(3, 2));
  auto piece = chain.next();
  REQUIRE_FALSE(piece);
  CHECK_THAT(piece.error().which, Catch::StartsWith("record 1,"));
  CHECK_FALSE(chain.has_more());
}

TEST_CASE("an empty page with a bookmark passes through a chain") {
  transform_chain chain{{stage("drop", R"({"fields":["a"]})")}};
  REQUIRE(chain.open({}));
  page_builder builder;
  chain.feed(builder.finish(bookmark{"4"}));
  auto piece = chain.next();
  REQUIRE(piece);
  CHECK(piece->resume() == bookmark{"4"});
  CHECK_FALSE(chain.has_more());
}
