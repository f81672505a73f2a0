#include "tests/connectors/postgres/sink_schema.hpp"

using namespace faucet;
using namespace faucet::test;
using Catch::Contains;

namespace {

std::string by(const char* method) {
  return std::string{"write_method: "} + method;
}

} // namespace

TEST_CASE("the postgres sink writes whole records to one jsonb column unless told otherwise") {
  sink_schema db{"sink_documents"};
  sink_run run{"postgres", db.whole_records("docs")};
  run.write({R"({"a":1,"b":"x\ty"})", "5", "null", R"("text")", "[1.50]"}).close();
  CHECK(db.rows("SELECT data FROM docs ORDER BY id")
        == "{\"a\": 1, \"b\": \"x\\ty\"};5;-;\"text\";[1.50]");
  db.run("CREATE TABLE named(body json)");
  sink_run{"postgres", db.whole_records("named", "column_mapping: {jsonb: {column: body}}")}
    .write({R"({"a":1})"})
    .close();
  CHECK(db.rows("SELECT body FROM named") == R"({"a":1})");
}

TEST_CASE("fields go to the columns of their names with every digit, missing ones as NULL",
          "[P131][P133]") {
  auto method = GENERATE("insert", "copy");
  sink_schema db{"sink_types"};
  db.run("CREATE TABLE t(id int, n numeric, big bigint, b bool, s text, v varchar(5), j jsonb, "
         "tz timestamptz, d date, u uuid, by bytea, a int[], ta text[], f float8)");
  sink_run run{"postgres", db.options("t", by(method))};
  run.write({
    R"({"f":0.1,"id":1,"n":12345678901234567890.12345678901234567890,"big":9223372036854775807})",
    R"({"id":2,"b":true,"s":"a \"b\"\nand \\N","v":"abcde","j":{"k":[1,12345678901234567890.5]}})",
    R"({"id":3,"tz":"2024-01-03T10:00:00.123456+05:00","d":"2024-02-29","by":"aGk=","a":[1,null,3]})",
    R"({"id":4,"u":"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11","ta":["x","NULL",null,"a,b\"c"],"s":null})",
    R"({"id":5,"s":"null","j":"text","b":"yes","big":7.0,"a":"{4,5}"})",
  });
  run.close();
  CHECK(run.warnings().empty());
  CHECK(db.rows("SELECT id,n,big,f FROM t WHERE id=1")
        == "1|12345678901234567890.12345678901234567890|9223372036854775807|0.1");
  CHECK(db.rows("SELECT b,s,v,j,n FROM t WHERE id=2")
        == "t|a \"b\"\nand \\N|abcde|{\"k\": [1, 12345678901234567890.5]}|-");
  CHECK(db.rows("SELECT tz = '2024-01-03 05:00:00.123456Z', d, by, a FROM t WHERE id=3")
        == "t|2024-02-29|\\x6869|{1,NULL,3}");
  CHECK(db.rows("SELECT u, ta, s FROM t WHERE id=4")
        == "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11|{x,\"NULL\",NULL,\"a,b\\\"c\"}|-");
  CHECK(db.rows("SELECT s,j,b,big,a FROM t WHERE id=5") == "null|\"text\"|t|7|{4,5}");
}

TEST_CASE("columns that no record has keep their defaults, and identities can be given") {
  auto method = GENERATE("insert", "copy");
  sink_schema db{"sink_defaults"};
  db.run("CREATE TABLE t(id int GENERATED ALWAYS AS IDENTITY, v int, w int DEFAULT 7, "
         "double int GENERATED ALWAYS AS (v * 2) STORED)");
  sink_run run{"postgres", db.options("t", by(method))};
  run.write({R"({"v":1})"}).write({R"({"id":50,"v":2,"w":null,"double":9})"}).write({R"({"v":3})"});
  run.close();
  CHECK(db.rows("SELECT * FROM t ORDER BY v") == "1|1|7|2;50|2|-|4;2|3|7|6");
  REQUIRE(run.warnings().size() == 1);
  CHECK(run.warnings()[0] == "field \"double\" is not written: the server computes that column");
}

TEST_CASE("fields without a column are warned of once, records without any are skipped", "[P137]") {
  auto method = GENERATE("insert", "copy");
  sink_schema db{"sink_unknown"};
  db.run("CREATE TABLE t(a int, b int)");
  sink_run run{"postgres", db.options("t", by(method))};
  run.write({R"({"a":1,"x":1})", R"({"x":2,"y":3})", R"({"b":2,"x":1})"})
    .write({R"({"x":5})", "{}"})
    .close();
  CHECK(db.rows("SELECT * FROM t") == "1|-;-|2");
  CHECK(run.warnings()
        == std::vector<std::string>{
          "field \"x\" is not written: the table has no such column",
          "field \"y\" is not written: the table has no such column",
          "\"sink_unknown\".\"t\": a record that shares no column with the table is skipped",
          "\"sink_unknown\".\"t\": 3 records share no column with the table and were skipped"});
}

TEST_CASE("a field without a column fails its page where it is an error") {
  auto method = GENERATE(by("insert"), by("copy"), std::string{"write_mode: upsert\nkey: [a]"});
  sink_schema db{"sink_no_column"};
  db.run("CREATE TABLE t(a int UNIQUE, g int GENERATED ALWAYS AS (a * 2) STORED)");
  sink_run run{"postgres", db.options("t", method + "\non_unknown_field: error")};
  run.write({R"({"a":1})"}).flush();
  for (const auto* record : {R"({"a":2,"b":2})", R"({"a":3,"g":4})"}) {
    auto answer = run.try_write({R"({"a":9})", record});
    REQUIRE_FALSE(answer);
    CHECK(answer.error().which == "\"sink_no_column\".\"t\", row 1 of the page");
    CHECK_THAT(answer.error().what, Catch::StartsWith("there is no column for the field "));
  }
  run.close(ending::failed);
  CHECK(db.rows("SELECT a FROM t") == "1");
  sink_run documents{"postgres", db.whole_records("docs", "on_unknown_field: error")};
  documents.write({R"({"any":1})"}).close();
}

TEST_CASE("the table of the schema or of the search path is written, no other of its name",
          "[P136]") {
  sink_schema other{"sink_path_other"};
  sink_schema db{"sink_path"};
  other.run("CREATE TABLE t(a text, only_there int)");
  db.run("CREATE TABLE t(b int, a int)");
  sink_run{"postgres", db.options("t")}.write({R"({"a":1,"b":2})"}).close();
  CHECK(db.rows("SELECT * FROM t") == "2|1");
  auto with_path = "connection_url: \"" + postgres_address()
                   + "?options=-csearch_path%3Dsink_path\"\ncolumn_mapping: auto_map\n";
  sink_run{"postgres", with_path + "table_name: t"}.write({R"({"a":3,"b":4})"}).close();
  sink_run{"postgres", with_path + "table_name: sink_path.t"}.write({R"({"a":5,"b":6})"}).close();
  CHECK(db.rows("SELECT a FROM t ORDER BY a") == "1;3;5");
  CHECK(other.rows("SELECT count(*) FROM t") == "0");
}

TEST_CASE("names of tables and columns are taken as they are") {
  sink_schema db{"sink_names"};
  sink_run{"postgres", db.options("'Or\"der; DROP'")}
    .write({R"({"Über \"x\"":1,"select":2,"a.b":3})"})
    .close();
  CHECK(db.rows(R"(SELECT "Über ""x""","select","a.b" FROM "Or""der; DROP")") == "1|2|3");
}

TEST_CASE("seventy thousand cells in a page go through one statement", "[P134]") {
  auto method = GENERATE("insert", "copy");
  sink_schema db{"sink_wide"};
  db.run("CREATE TABLE t(a int, b int, c int, d int, e int, f int, g int)");
  std::vector<std::string> records;
  for (int i = 0; i < 10'001; ++i) {
    records.push_back(R"({"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":)" + std::to_string(i) + "}");
  }
  sink_run run{"postgres", db.options("t", by(method))};
  run.write(records).close();
  CHECK(db.rows("SELECT count(*), sum(g) FROM t") == "10001|50005000");
}

TEST_CASE("what was flushed is durable, and an ending of any kind keeps the rest") {
  auto method = GENERATE("insert", "copy");
  auto how = GENERATE(ending::completed, ending::cancelled, ending::failed);
  sink_schema db{"sink_flush"};
  db.run("CREATE TABLE t(a int)");
  sink_run run{"postgres", db.options("t", by(method))};
  run.write({R"({"a":1})"}).flush();
  CHECK(db.rows("SELECT * FROM t") == "1");
  run.write({R"({"a":2})"}).write({R"({"a":3})"}).flush();
  CHECK(db.rows("SELECT * FROM t") == "1;2;3");
  run.write({R"({"a":4})"}).close(how);
  CHECK(db.rows("SELECT * FROM t") == "1;2;3;4");
}

TEST_CASE("a view is written by INSERT, which obeys its check") {
  sink_schema db{"sink_views"};
  db.run("CREATE TABLE t(a int, b int)");
  db.run("CREATE VIEW v AS SELECT a FROM t WHERE a < 100 WITH CHECK OPTION");
  sink_run run{"postgres", db.options("v")};
  run.write({R"({"a":1})"}).close();
  CHECK(db.rows("SELECT * FROM t") == "1|-");
  sink_run again{"postgres", db.options("v")};
  CHECK_THAT(refused_page(again, {R"({"a":1})", R"({"a":100})"}),
             Contains("\"sink_views\".\"v\", row 1 of the page: new row violates check option"));
  CHECK(db.rows("SELECT * FROM t") == "1|-");
}
