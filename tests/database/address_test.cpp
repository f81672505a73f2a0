#include "database/address.hpp"
#include "tests/catch.hpp"

using faucet::without_password;

TEST_CASE("an address is shown without its password, however it is written") {
  CHECK(without_password("postgres://me:secret@host:5432/app?sslmode=require")
        == "postgres://me:***@host:5432/app?sslmode=require");
  CHECK(without_password("postgres://me:p@ss/wo:rd@host/app") == "postgres://me:***@host/app");
  CHECK(without_password("redis://:secret@host:6379/0") == "redis://:***@host:6379/0");
  CHECK(without_password("postgres:///app?user=me&password=secret&host=h")
        == "postgres:///app?user=me&password=***&host=h");
  CHECK(without_password("host=h password=secret dbname=app") == "host=h password=*** dbname=app");
  CHECK(without_password("host=h PASSWORD = 'a \\' b' dbname=app")
        == "host=h PASSWORD = *** dbname=app");
}

TEST_CASE("an address without a password is shown as it is") {
  for (const auto* address : {"postgres://host/app", "postgres://me@host:5432/app", "", "app.db",
                              "postgres://host/app?application_name=a:b@c", "password"}) {
    CHECK(without_password(address) == address);
  }
}
