#include "tests/connectors/postgres/sink_schema.hpp"

#include <algorithm>

using namespace faucet;
using namespace faucet::test;
using Catch::Contains;
using names = std::vector<std::string>;

TEST_CASE("a page with a row that the server refuses fails and names row, column and reason") {
  auto method = GENERATE("insert", "copy");
  sink_schema db{"sink_refused"};
  db.run("CREATE TABLE t(id int PRIMARY KEY, age int, name varchar(3))");
  auto options = db.options("t", std::string{"write_method: "} + method);
  auto expect = [&](const std::string& record, const std::string& why) {
    sink_run run{"postgres", options};
    auto refusal = refused_page(run, {R"({"id":1,"age":1})", record, R"({"id":3,"age":3})"});
    static_cast<void>(run.driver().close(ending::failed));
    CHECK_THAT(refusal, Contains("\"sink_refused\".\"t\", row 1 of the page") && Contains(why));
  };
  expect(R"({"id":2,"age":"old"})",
         "column \"age\": invalid input syntax for type integer: \"old\"");
  expect(R"({"id":2,"age":1.5})", "column \"age\": invalid input syntax for type integer");
  expect(R"({"id":2,"age":3000000000})", "column \"age\": value \"3000000000\" is out of range");
  expect(R"({"id":2,"name":"abcd"})", "column \"name\": value too long");
  expect(R"({"id":null})", "null value in column \"id\"");
  expect(R"({"id":1})", "Key (id)=(1) already exists");
  expect(R"({"id":2,"name":"a\u0000b"})",
         "column \"name\": the text has a zero byte, which PostgreSQL cannot store");
  expect(R"({"id":18446744073709551615})",
         "column \"id\": 18446744073709551615 is beyond the range of a bigint");
  expect("5", "the record is no object");
  CHECK(db.rows("SELECT count(*) FROM t") == "0");
  sink_run{"postgres", options}.write({R"({"id":1,"age":"7"})"}).close();
  CHECK(db.rows("SELECT * FROM t") == "1|7|-");
}

TEST_CASE("with dead letters just the rows that are refused go there", "[P298]") {
  auto method = GENERATE("insert", "copy");
  sink_schema db{"sink_rejected"};
  db.run("CREATE TABLE t(id int PRIMARY KEY, age int CHECK (age > 0))");
  sink_run run{"postgres", db.options("t", std::string{"write_method: "} + method), {}, true};
  run
    .write({R"({"id":0,"age":1})", R"({"id":1,"age":"x"})", R"({"id":2,"age":2})",
            R"({"id":3,"age":-1})", "7", R"({"id":2,"age":3})", R"({"id":6,"age":"a\u0000"})",
            R"({"nothing":1})", R"({"id":8,"age":4})"})
    .write({R"({"id":9,"age":9})"})
    .close();
  CHECK(db.rows("SELECT * FROM t ORDER BY id") == "0|1;2|2;8|4;9|9");
  auto rejected = run.rejected();
  std::sort(rejected.begin(), rejected.end());
  REQUIRE(rejected.size() == 5);
  CHECK_THAT(rejected[0],
             Contains("1: ")
               && Contains("\"t\": column \"age\": invalid input syntax for type integer"));
  CHECK_THAT(rejected[1], Contains("3: ") && Contains("violates check constraint"));
  CHECK_THAT(rejected[2], Contains("4: the record is no object"));
  CHECK_THAT(rejected[3], Contains("5: ") && Contains("already exists"));
  CHECK_THAT(rejected[4], Contains("6: column \"age\": the text has a zero byte"));
}

TEST_CASE("with dead letters a constraint that is checked at the commit finds its rows, too") {
  sink_schema db{"sink_deferred"};
  db.run("CREATE TABLE parents(id int PRIMARY KEY)");
  db.run("INSERT INTO parents VALUES (1)");
  db.run("CREATE TABLE t(p int REFERENCES parents DEFERRABLE INITIALLY DEFERRED)");
  sink_run run{"postgres", db.options("t"), {}, true};
  run.write({R"({"p":1})", R"({"p":2})", R"({"p":1})"}).close();
  CHECK(db.rows("SELECT * FROM t") == "1;1");
  REQUIRE(run.rejected().size() == 1);
  CHECK_THAT(run.rejected()[0], Contains("1: ") && Contains("not present in table"));
}

TEST_CASE("every row of a page can be refused") {
  sink_schema db{"sink_all_refused"};
  db.run("CREATE TABLE t(a int)");
  sink_run run{"postgres", db.options("t"), {}, true};
  run.write(names(33, R"({"a":"x"})")).close();
  CHECK(run.rejected().size() == 33);
  CHECK(db.rows("SELECT count(*) FROM t") == "0");
}

TEST_CASE("rows that a trigger takes away are counted and told of") {
  auto letters = GENERATE(false, true);
  sink_schema db{"sink_triggers"};
  db.run("CREATE TABLE t(a int)");
  db.run("CREATE FUNCTION odd() RETURNS trigger LANGUAGE plpgsql AS "
         "'BEGIN IF NEW.a % 2 = 0 THEN RETURN NULL; END IF; RETURN NEW; END'");
  db.run("CREATE TRIGGER odd BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION odd()");
  sink_run run{"postgres", db.options("t"), {}, letters};
  run.write({R"({"a":1})", R"({"a":2})", R"({"a":3})"}).close();
  CHECK(db.rows("SELECT * FROM t") == "1;3");
  CHECK(run.warnings()
        == names{"\"sink_triggers\".\"t\": 1 rows were taken by a trigger or rule and are not in "
                 "the table"});
}

TEST_CASE("a record is named by its page although its COPY went on over many") {
  sink_schema db{"sink_long_copy"};
  db.run("CREATE TABLE t(a int)");
  sink_run run{"postgres", db.options("t")};
  run.write({R"({"a":1})", R"({"x":1})", R"({"a":2})"}).write({R"({"x":1})", R"({"a":3})"});
  CHECK_THAT(refused_page(run, {R"({"a":1})", R"({"x":1})", R"({"a":"no"})"}),
             Contains("row 2 of the page (record 8 of the run)"));
  static_cast<void>(run.driver().close(ending::failed));
  CHECK(db.rows("SELECT count(*) FROM t") == "0");
}
