#include "actors/opened_tables.hpp"
#include "tests/catch.hpp"

using namespace faucet;
using Catch::Contains;

namespace {

const opened_table orders{"server/1/public.orders", "table \"public\".\"orders\""};

std::string claimed(opened_tables& tables, const opened_table& table, table_use how,
                    const std::string& who) {
  auto ok = tables.claim(table, how, who);
  return ok ? "granted" : render(ok.error());
}

} // namespace

TEST_CASE("two rows may not replace one table, whatever they call it and whenever they do") {
  opened_tables tables;
  CHECK(claimed(tables, orders, table_use::replaces, "a") == "granted");
  auto other_name = orders;
  other_name.name = "table \"orders\"";
  CHECK_THAT(claimed(tables, other_name, table_use::replaces, "b"),
             Contains("table \"orders\": a of the same run replaces its rows, too"));
  CHECK(claimed(tables, orders, table_use::done, "a") == "granted");
  CHECK_THAT(claimed(tables, orders, table_use::replaces, "c"), Contains("a of the same run"));
}

TEST_CASE("rows may be added to a table only once another row has replaced what was there") {
  opened_tables tables;
  CHECK(claimed(tables, orders, table_use::replaces, "a") == "granted");
  CHECK_THAT(claimed(tables, orders, table_use::adds, "b"), Contains("depends_on"));
  CHECK(claimed(tables, orders, table_use::done, "a") == "granted");
  CHECK(claimed(tables, orders, table_use::adds, "b") == "granted");
}

TEST_CASE("a table is not replaced once others have added rows to it") {
  opened_tables tables;
  CHECK(claimed(tables, orders, table_use::adds, "a") == "granted");
  CHECK(claimed(tables, orders, table_use::adds, "b") == "granted");
  CHECK_THAT(claimed(tables, orders, table_use::replaces, "c"),
             Contains("a of the same run has added rows"));
  CHECK(claimed(tables, {"server/1/public.x", "x"}, table_use::replaces, "c") == "granted");
}
