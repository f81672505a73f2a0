#include "state/history/sql_transaction.hpp"
#include "tests/state/history/history_place.hpp"

using namespace faucet;
using namespace faucet::test;

namespace {

/// A database with an empty table `seen`.
std::unique_ptr<sql_driver> with_table(history_place& place) {
  auto result = place.raw();
  REQUIRE(result->run("CREATE TABLE seen (n BIGINT PRIMARY KEY)"));
  return result;
}

expected<void> postpone_row(sql_driver& in, int n) {
  return in.postpone("INSERT INTO seen (n) VALUES (CAST($1 AS bigint))", {n});
}

uint64_t rows_in(sql_driver& in) {
  auto found = in.run("SELECT count(*) FROM seen");
  REQUIRE(found);
  return found->number(0, 0);
}

} // namespace

TEST_CASE("what was postponed is seen by the next statement and kept by the commit") {
  auto place = each_history_place();
  auto in = with_table(*place);
  auto other = place->raw();
  REQUIRE(in->begin());
  REQUIRE(postpone_row(*in, 1));
  REQUIRE(postpone_row(*in, 2));
  CHECK(rows_in(*in) == 2);
  REQUIRE(postpone_row(*in, 3));
  CHECK(rows_in(*other) == 0);
  REQUIRE(in->commit());
  CHECK(rows_in(*other) == 3);
}

TEST_CASE("outside of a transaction nothing is postponed") {
  auto place = each_history_place();
  auto in = with_table(*place);
  auto other = place->raw();
  REQUIRE(postpone_row(*in, 1));
  CHECK(rows_in(*other) == 1);
}

TEST_CASE("where something postponed fails, nothing of its transaction is kept") {
  auto place = each_history_place();
  auto in = with_table(*place);
  auto done = in_transaction(*in, [&]() -> expected<void> {
    for (auto n : {1, 2, 1, 3}) {
      if (auto ok = postpone_row(*in, n); !ok) {
        return ok;
      }
    }
    return {};
  });
  CHECK_FALSE(done);
  CHECK(rows_in(*in) == 0);
  REQUIRE(in_transaction(*in, [&] { return postpone_row(*in, 4); }));
  CHECK(rows_in(*in) == 1);
}

TEST_CASE("a transaction that is taken back takes with it what was postponed") {
  auto place = each_history_place();
  auto in = with_table(*place);
  REQUIRE(in->begin());
  REQUIRE(postpone_row(*in, 1));
  in->roll_back();
  REQUIRE(in->begin());
  REQUIRE(in->commit());
  CHECK(rows_in(*in) == 0);
}
