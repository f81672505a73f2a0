#include "config/selection.hpp"
#include "tests/catch.hpp"
#include "tests/config/row_text.hpp"

using namespace faucet;

namespace {

/// The ids of the rows that run, or why none do.
std::string chosen(const row_selection& selection, parent_policy policy = parent_policy::off) {
  static const auto rows = test::rows_of(
    test::with_matrix("  - {id: must, tags: [t1], source: {status: mandatory}}\n"
                      "  - {id: act, tags: [t1, t2]}\n"
                      "  - {id: avail, source: {status: available}}\n"
                      "  - {id: draft, tags: [t1], source: {status: draft}}\n"
                      "  - {id: old, source: {status: archived}}\n"
                      "  - {id: kid, parent: act}\n"
                      "  - {id: dep, depends_on: [avail], source: {status: available}}\n"));
  REQUIRE(rows);
  auto result = select_rows(*rows, selection, policy);
  if (!result) {
    return render(result.error());
  }
  std::string ids;
  for (size_t i = 0; i < rows->size(); ++i) {
    if (result->runs[i]) {
      ids += (ids.empty() ? "" : " ") + (*rows)[i].id;
    }
  }
  for (const auto& warning : result->warnings) {
    ids += "; " + warning;
  }
  return ids;
}

const std::string all_rows = " (rows: must [mandatory], act, avail [available], draft [draft], old "
                             "[archived], kid, dep [available])";

} // namespace

TEST_CASE("without a selection the mandatory and active rows run") {
  CHECK(chosen({}) == "must act kid");
  CHECK(chosen({.status = {tier::available}}) == "must act avail kid dep");
  CHECK(chosen({.status = {tier::draft, tier::archived}}) == "must act draft old kid");
}

TEST_CASE("rows that are named run whatever their status, and no others") {
  CHECK(chosen({.select = {"old"}}) == "old");
  CHECK(chosen({.select = {"act", "kid"}}) == "act kid");
  CHECK(chosen({.only = {"a*"}}) == "act avail");
  CHECK(chosen({.only = {"?r*t", "*d"}}, parent_policy::all) == "act draft old kid");
  CHECK(chosen({.select = {"old"}, .only = {"draf?"}}) == "draft old");
}

TEST_CASE("tags narrow what runs by itself and leave what is named") {
  CHECK(chosen({.tags = {"t1"}}) == "must act");
  CHECK(chosen({.tags = {"t2"}}) == "act");
  CHECK(chosen({.tags = {"t1"}, .status = {tier::draft}}) == "must act draft");
  CHECK(chosen({.select = {"old"}, .tags = {"t2"}}) == "act old");
}

TEST_CASE("what is skipped goes at last; a pattern leaves mandatory rows") {
  CHECK(chosen({.skip = {"kid"}}) == "must act");
  CHECK(chosen({.skip = {"m*", "k*"}}) == "must act");
  CHECK(chosen({.skip = {"must", "kid"}}) == "act");
  CHECK(chosen({.select = {"old"}, .skip = {"old"}}) == "no row is selected" + all_rows);
}

TEST_CASE("a selection that matches nothing is refused with the rows there are") {
  CHECK(chosen({.select = {"akt"}}) == "select \"akt\" matches no row" + all_rows);
  CHECK(chosen({.select = {"a*"}}) == "select \"a*\" matches no row" + all_rows);
  CHECK(chosen({.only = {"x*"}}) == "only \"x*\" matches no row" + all_rows);
  CHECK(chosen({.skip = {""}}) == "skip \"\" matches no row" + all_rows);
  CHECK(chosen({.tags = {"t3"}})
        == "no row has the tag \"t3\"; did you mean \"t1\"? (tags: t1, t2)");
}

TEST_CASE("a row without the rows it waits for is refused, or they are pulled in") {
  CHECK(chosen({.select = {"kid"}})
        == "row \"kid\" waits for row \"act\", which is not selected; select it, skip \"kid\", or "
           "let include_parents pull it in"
             + all_rows);
  CHECK(chosen({.select = {"kid"}}, parent_policy::eligible) == "act kid");
  CHECK(chosen({.select = {"dep"}}, parent_policy::eligible)
        == "row \"dep\" waits for row \"avail\", which is available; select it, skip \"dep\", or "
           "let include_parents pull it in"
             + all_rows);
  CHECK(chosen({.select = {"dep"}}, parent_policy::all)
        == "avail dep; row \"avail\" is available and runs because row \"dep\" waits for it");
  CHECK(chosen({.select = {"dep"}, .include_parents = parent_policy::all}) != "");
  CHECK_THAT(chosen({.skip = {"act"}}, parent_policy::all),
             Catch::StartsWith("row \"kid\" waits for row \"act\", which is skipped"));
}

TEST_CASE("a selection has one text however it is said") {
  CHECK(canonical_text({}) == "default");
  CHECK(canonical_text({.select = {"b", "a", "b"},
                        .only = {"x*"},
                        .skip = {"y"},
                        .tags = {"t"},
                        .status = {tier::draft, tier::available},
                        .include_parents = parent_policy::eligible})
        == "select=a,b;only=x*;skip=y;tags=t;status=available,draft;include_parents=eligible");
}
