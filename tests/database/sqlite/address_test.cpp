#include "database/sqlite/address.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

std::string path_of(std::string_view text) {
  auto address = parse_sqlite_address(text);
  return address ? address->path : address.error().what;
}

} // namespace

TEST_CASE("a SQLite database is addressed by path, with or without a scheme") {
  for (const auto* text : {"dir/a.db", "sqlite:dir/a.db", "sqlite://dir/a.db", "file:dir/a.db"}) {
    CHECK(path_of(text) == "dir/a.db");
  }
  CHECK(path_of("sqlite:file:dir/a.db") == "dir/a.db");
  CHECK(path_of("sqlite:file:///abs/a.db") == "/abs/a.db");
  CHECK(path_of("sqlite:///abs/a.db") == "/abs/a.db");
  CHECK(path_of("sqlite:/abs/a.db") == "/abs/a.db");
  CHECK(path_of("sqlite:///a%20b%3F.db") == "/a b?.db");
  CHECK(path_of("100%.db") == "100%.db");
  for (const auto* text :
       {":memory:", "sqlite::memory:", "sqlite://:memory:", "sqlite://x.db?mode=memory"}) {
    CHECK(path_of(text) == ":memory:");
  }
}

TEST_CASE("no path of a SQLite database is an address that SQLite reads by itself") {
  CHECK(path_of("file:file:/abs/a.db") == "./file:/abs/a.db");
  CHECK(path_of("sqlite:file:file:a.db") == "./file:a.db");
  CHECK(path_of("sqlite:%66ile:/abs/a.db?mode=ro") == "./file:/abs/a.db");
}

TEST_CASE("the parameters of a SQLite address are read, unknown ones refused") {
  CHECK(parse_sqlite_address("a.db")->access == sqlite_access::unsaid);
  CHECK(parse_sqlite_address("sqlite:a.db?mode=ro")->access == sqlite_access::read_only);
  CHECK(parse_sqlite_address("sqlite:a.db?mode=rw")->access == sqlite_access::read_write);
  CHECK(parse_sqlite_address("a.db?mode=rwc&cache=shared")->access == sqlite_access::create);
  CHECK(parse_sqlite_address("a.db?immutable=true")->immutable);
  CHECK(path_of("a.db?mode=xx") == "mode is one of ro, rw, rwc and memory, not \"xx\"");
  CHECK(path_of("a.db?foo=1") == "the address of a SQLite database has no parameter \"foo\"");
  CHECK(path_of("a.db?immutable=perhaps") == "immutable is true or false, not \"perhaps\"");
  CHECK(path_of("a.db?cache=x") == "cache is private or shared, not \"x\"");
  CHECK(path_of("sqlite:") == "the address names no file");
  CHECK(path_of("") == "the address names no file");
  CHECK(path_of("a%00b") == "the path of the database holds a zero byte");
}
