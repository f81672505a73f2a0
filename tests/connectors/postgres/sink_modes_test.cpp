#include "tests/connectors/postgres/sink_schema.hpp"

using namespace faucet;
using namespace faucet::test;
using Catch::Contains;
using names = std::vector<std::string>;

namespace {

constexpr auto upsert = "write_mode: upsert\nkey: [id]\n";

} // namespace

// -- upsert and delete --------------------------------------------------------

TEST_CASE("an upsert updates the fields that a record has, the last write of a key winning",
          "[P140]") {
  sink_schema db{"sink_upsert"};
  db.run("CREATE TABLE t(id int PRIMARY KEY, v text, w text)");
  db.run("INSERT INTO t VALUES (1, 'old', 'kept'), (9, 'same', 'same')");
  sink_run run{"postgres", db.options("t", upsert)};
  run.write({R"({"id":1,"v":"a"})", R"({"id":2,"v":"b"})", R"({"id":1,"v":"c"})"}).flush();
  CHECK(db.rows("SELECT * FROM t ORDER BY id") == "1|c|kept;2|b|-;9|same|same");
  run.write({R"({"id":2,"w":"x"})", R"({"id":1,"v":null})", R"({"w":"y","id":9,"v":"d"})"}).close();
  CHECK(db.rows("SELECT * FROM t ORDER BY id") == "1|-|kept;2|b|x;9|d|y");
}

TEST_CASE("keys of several columns stay apart, and a page may bring the same key in two forms",
          "[P139]") {
  sink_schema db{"sink_two_keys"};
  db.run("CREATE TABLE t(a text, b text, n int, PRIMARY KEY (b, a))");
  sink_run run{"postgres", db.options("t", "write_mode: upsert\nkey: [a, b]\n")};
  run
    .write({R"({"a":"a|b","b":"c","n":1})", R"({"a":"a","b":"b|c","n":2})",
            R"({"a":"1","b":"x","n":3})", R"({"a":1,"b":"x","n":4})"})
    .close();
  CHECK(db.rows("SELECT a, b, n FROM t ORDER BY n") == "a|b|c|1;a|b|c|2;1|x|4");
}

TEST_CASE("a key that comes as a number and as a string is one key, whose last write wins") {
  sink_schema db{"sink_key_forms"};
  db.run("CREATE TABLE t(id int PRIMARY KEY, v text, w text)");
  db.run("INSERT INTO t VALUES (1, 'old', 'old'), (2, 'old', 'old'), (3, 'old', 'old')");
  auto options = db.options("t", std::string{upsert} + "delete_marker: {field: op, values: [d]}");
  sink_run{"postgres", options}
    .write({R"({"id":1,"op":"d"})", R"({"id":"1","v":"new","op":"u"})",
            R"({"id":2,"v":"first","w":"first"})", R"({"id":"2","v":"last"})",
            R"({"id":"3","v":"new"})", R"({"id":3,"op":"d"})"})
    .close();
  CHECK(db.rows("SELECT * FROM t ORDER BY id") == "1|new|old;2|last|old");
}

TEST_CASE("in a column of JSON a number and a string are two keys") {
  sink_schema db{"sink_json_keys"};
  db.run("CREATE TABLE t(id jsonb PRIMARY KEY, v int)");
  sink_run run{"postgres", db.options("t", upsert)};
  run.write({R"({"id":1,"v":1})", R"({"id":"1","v":2})"}).close();
  CHECK(db.rows("SELECT * FROM t ORDER BY v") == "1|1;\"1\"|2");
}

TEST_CASE("an upsert of keys alone leaves rows that are there as they are") {
  sink_schema db{"sink_keys_only"};
  db.run("CREATE TABLE t(id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, v int DEFAULT 5)");
  db.run("INSERT INTO t(v) VALUES (1)");
  sink_run{"postgres", db.options("t", upsert)}.write({R"({"id":1})", R"({"id":2})"}).close();
  CHECK(db.rows("SELECT * FROM t ORDER BY id") == "1|1;2|5");
}

TEST_CASE("an upsert without something unique on the key is refused before anything is written") {
  sink_schema db{"sink_no_unique"};
  db.run("CREATE TABLE t(id int, v int, UNIQUE (id, v))");
  auto sink = make_sink("postgres", db.options("t", upsert));
  REQUIRE(sink);
  auto ok = (*sink)->open({}, {});
  REQUIRE_FALSE(ok);
  CHECK(
    render(ok.error())
    == "\"sink_no_unique\".\"t\": write_mode upsert needs a UNIQUE constraint or PRIMARY KEY on "
       "just (id)");
  db.run("CREATE UNIQUE INDEX ON t(id)");
  CHECK((*make_sink("postgres", db.options("t", upsert)))->open({}, {}));
}

TEST_CASE("where the server equates keys that look different, the last write of the page wins") {
  using pair = std::pair<std::string, std::string>;
  struct column {
    const char* type;
    std::vector<pair> equal; ///< keys as JSON
  };
  auto [type, equal] = GENERATE(
    column{"int", {{"1", "\"01\""}, {"\" 1\"", "1"}, {"\"-0\"", "0"}, {"\"+7\"", "7"}}},
    column{"numeric", {{"1", "\"1.0\""}, {"1.50", "1.5"}, {"10", "\"1e1\""}}},
    column{
      "uuid",
      {{"\"A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11\"", "\"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11\""}}},
    column{"date", {{"\"2026-01-02\"", "\"20260102\""}}}, column{"boolean", {{"true", "\"yes\""}}},
    column{"char(5)", {{"\"a\"", "\"a  \""}}}, column{"varchar(1)", {{"\"a\"", "\"a \""}}},
    column{"float8", {{"9007199254740993", "9007199254740992"}}},
    column{"timestamptz", {{"\"2026-01-02T03:00:00Z\"", "\"2026-01-02T04:00:00+01:00\""}}},
    column{"text COLLATE folding", {{"\"a\"", "\"A\""}}});
  sink_schema db{"sink_equal_keys"};
  db.run("CREATE COLLATION folding (provider = icu, locale = 'und-u-ks-level2', "
         "deterministic = false)");
  db.run(std::string{"CREATE TABLE t(id "} + type + " PRIMARY KEY, v text, w text)");
  sink_run run{"postgres",
               db.options("t", std::string{upsert} + "delete_marker: {field: op, values: [d]}")};
  for (const auto& [one, other] : equal) {
    INFO(type << ": " << one << " and " << other);
    auto record = [](const std::string& id, const std::string& more) {
      return "{\"id\":" + id + "," + more + "}";
    };
    db.run("DELETE FROM t");
    run.write({record(one, R"("v":"old")"), record(other, R"("op":"d")"),
               record(one, R"("w":"between")"), record(other, R"("op":"d")"),
               record(one, R"("v":"new")")});
    CHECK(db.rows("SELECT v, w FROM t") == "new|-");
    run.write({record(one, R"("op":"d")"), record(other, R"("v":"again")"),
               record(one, R"("op":"d")"), record(other, R"("op":"d")")});
    CHECK(db.rows("SELECT v, w FROM t").empty());
  }
  run.close();
}

TEST_CASE("a key that is written longer than its column keeps it is the same for an upsert and a "
          "delete") {
  struct column {
    const char* type;
    const char* kept; ///< as JSON
    const char* longer;
  };
  auto [type, kept, longer] = GENERATE(
    column{"timestamp(3)", "\"2026-01-02 03:04:05.679\"", "\"2026-01-02T03:04:05.678901\""},
    column{"timestamptz(0)", "\"2026-01-02T03:04:06Z\"", "\"2026-01-02T03:04:05.5Z\""},
    column{"time(1)", "\"03:04:05.7\"", "\"03:04:05.678\""},
    column{"interval(0)", "\"00:00:02\"", "\"00:00:01.5\""},
    column{"numeric(5,2)", "1.01", "1.005"}, column{"numeric(5,-2)", "100", "149"},
    column{"rounding", "1.5", "1.4999"}, column{"varchar(3)", "\"abc\"", "\"abc  \""},
    column{"varchar(3)", "\"a  \"", "\"a    \""}, column{"char(3)", "\"abc\"", "\"abc   \""},
    column{"short", "\"abc\"", "\"abc  \""});
  INFO(type << ": " << kept << " and " << longer);
  sink_schema db{"sink_longer_keys"};
  db.run("CREATE DOMAIN exact AS numeric(4,1)");
  db.run("CREATE DOMAIN rounding AS exact");
  db.run("CREATE DOMAIN short AS varchar(3)");
  db.run(std::string{"CREATE TABLE t(id "} + type + " PRIMARY KEY, v int)");
  auto record = [](const char* id, const std::string& more) {
    return std::string{"{\"id\":"} + id + more + "}";
  };
  sink_run added{"postgres", db.options("t", upsert)};
  added.write({record(kept, ",\"v\":1")}).write({record(longer, ",\"v\":2")}).close();
  CHECK(db.rows("SELECT v FROM t") == "2");
  sink_run removed{"postgres", db.options("t", "write_mode: delete\nkey: [id]\n")};
  removed.write({record(longer, "")}).close();
  CHECK(db.rows("SELECT v FROM t").empty());
}

TEST_CASE("a key that its column could not keep deletes no other row") {
  sink_schema db{"sink_too_long_keys"};
  auto [type, there, other] =
    GENERATE(table<std::string, std::string, std::string>({{"varchar(3)", "abc", "abcd"},
                                                           {"varchar(3)", "abc", "abc x"},
                                                           {"char(3)", "abc", "abcd"},
                                                           {"bit(3)", "101", "1010"},
                                                           {"bit varying(3)", "101", "1010"}}));
  INFO(type);
  db.run("CREATE TABLE t(id " + type + " PRIMARY KEY)");
  db.run("INSERT INTO t VALUES ('" + there + "')");
  sink_run{"postgres", db.options("t", "write_mode: delete\nkey: [id]\n")}
    .write({"{\"id\":\"" + other + "\"}"})
    .close();
  CHECK(db.rows("SELECT count(*) FROM t") == "1");
}

TEST_CASE("numbers that are rounded to tens keep the order of their page") {
  sink_schema db{"sink_tens"};
  db.run("CREATE TABLE t(id numeric(5,-2) PRIMARY KEY, v int)");
  auto options = db.options("t", std::string{upsert} + "delete_marker: {field: op, values: [d]}");
  sink_run{"postgres", options}
    .write({R"({"id":149,"op":"d"})", R"({"id":101,"v":1})", R"({"id":500,"op":"d"})"})
    .close();
  CHECK(db.rows("SELECT * FROM t ORDER BY id") == "100|1");
}

TEST_CASE("marked records of an upsert are deletes, whose marker is not written") {
  sink_schema db{"sink_marker"};
  auto options =
    db.options("t", std::string{upsert} + "delete_marker: {field: op, values: [d, '7']}");
  sink_run run{"postgres", options};
  run.write({R"({"id":1,"v":1,"op":"c"})", R"({"id":2,"v":2})", R"({"id":3,"v":3})"})
    .write({R"({"id":1,"op":"d"})", R"({"id":2,"v":8,"op":"u"})", R"({"id":3,"op":7})",
            R"({"id":4,"v":4})", R"({"id":4,"op":"d"})", R"({"id":5,"op":"d"})",
            R"({"id":5,"v":5})"})
    .close();
  CHECK(run.warnings().empty());
  CHECK(db.rows("SELECT id, v FROM t ORDER BY id") == "2|8;5|5");
  CHECK(
    db.rows("SELECT count(*) FROM pg_attribute WHERE attrelid = 't'::regclass AND attname = 'op'")
    == "0");
}

TEST_CASE("delete takes away the rows of the keys and no others") {
  sink_schema db{"sink_delete"};
  db.run("CREATE TABLE t(a int, b text, v int)");
  db.run("INSERT INTO t VALUES (1,'x',1),(1,'y',2),(2,'x',3),(2,'y',4)");
  sink_run{"postgres", db.options("t", "write_mode: delete\nkey: [a, b]\n")}
    .write({R"({"a":1,"b":"x","v":9})", R"({"a":"2","b":"y"})", R"({"a":3,"b":"x"})"})
    .close();
  CHECK(db.rows("SELECT v FROM t ORDER BY v") == "2;3");
}

TEST_CASE("rows without their key go to the dead letters or fail the page") {
  auto letters = GENERATE(false, true);
  sink_schema db{"sink_keyless"};
  db.run("CREATE TABLE t(id int PRIMARY KEY, v int)");
  sink_run run{"postgres", db.options("t", upsert), {}, letters};
  names page{R"({"id":1,"v":1})", R"({"v":2})", R"({"id":null,"v":3})", R"({"id":4,"v":"x"})"};
  if (letters) {
    run.write(page).close();
    CHECK(run.rejected().size() == 3);
    CHECK(db.rows("SELECT * FROM t") == "1|1");
  } else {
    CHECK_THAT(refused_page(run, page),
               Contains("row 1 of the page: key column \"id\" is missing"));
    CHECK(db.rows("SELECT count(*) FROM t") == "0");
  }
}

// -- overwrite ----------------------------------------------------------------

TEST_CASE("an overwrite replaces all rows once the run has completed, not before", "[P98]") {
  auto method = GENERATE("insert", "copy");
  auto options = std::string{"write_mode: overwrite\nwrite_method: "} + method;
  sink_schema db{"sink_overwrite"};
  db.run("CREATE TABLE t(a int PRIMARY KEY, b int)");
  db.run("CREATE VIEW upon AS SELECT sum(a) AS s FROM t");
  db.run("COMMENT ON TABLE t IS 'kept'");
  db.run("INSERT INTO t VALUES (1, 1), (2, 2)");
  for (auto how : {ending::failed, ending::cancelled}) {
    sink_run run{"postgres", db.options("t", options)};
    run.write({R"({"a":7})"}).flush();
    CHECK(db.rows("SELECT * FROM t ORDER BY a") == "1|1;2|2");
    run.write({R"({"a":8})"}).close(how);
    CHECK(db.rows("SELECT * FROM t ORDER BY a") == "1|1;2|2");
  }
  sink_run run{"postgres", db.options("t", options)};
  CHECK(run.driver().overwrites());
  run.write({R"({"a":7})"}).flush().write({R"({"a":8,"b":5})"}).close();
  CHECK(db.rows("SELECT * FROM t ORDER BY a") == "7|-;8|5");
  CHECK(db.rows("SELECT s FROM upon") == "15");
  CHECK(db.rows("SELECT obj_description('t'::regclass)") == "kept");
  CHECK(db.rows("SELECT count(*) FROM pg_tables WHERE schemaname = 'sink_overwrite'") == "1");
  sink_run{"postgres", db.options("t", options)}.close();
  CHECK(db.rows("SELECT count(*) FROM t") == "0");
}

TEST_CASE("an overwrite finds what the table would refuse before it replaces anything", "[P98]") {
  sink_schema db{"sink_overwrite_bad"};
  db.run("CREATE TABLE t(a int PRIMARY KEY)");
  db.run("INSERT INTO t VALUES (1)");
  sink_run run{"postgres", db.options("t", "write_mode: overwrite")};
  CHECK_THAT(refused_page(run, {R"({"a":5})", R"({"a":5})"}), Contains("already exists"));
  run.close(ending::failed);
  CHECK(db.rows("SELECT * FROM t") == "1");
  sink_run letters{"postgres", db.options("t", "write_mode: overwrite"), {}, true};
  letters.write({R"({"a":5})", R"({"a":5})"}).close();
  CHECK(letters.rejected().size() == 1);
  CHECK(db.rows("SELECT * FROM t") == "5");
}

TEST_CASE("a table that others refer to is overwritten as far as they allow") {
  sink_schema db{"sink_overwrite_referred"};
  db.run("CREATE TABLE t(a int PRIMARY KEY, b int)");
  db.run("CREATE TABLE child(a int REFERENCES t DEFERRABLE INITIALLY DEFERRED)");
  db.run("INSERT INTO t VALUES (1, 1), (2, 2)");
  db.run("INSERT INTO child VALUES (2)");
  sink_run{"postgres", db.options("t", "write_mode: overwrite")}
    .write({R"({"a":2,"b":3})"})
    .close();
  CHECK(db.rows("SELECT * FROM t") == "2|3");
  sink_run run{"postgres", db.options("t", "write_mode: overwrite")};
  run.write({R"({"a":3})"});
  auto ok = run.driver().close(ending::completed);
  REQUIRE_FALSE(ok);
  CHECK_THAT(render(ok.error()), Contains("violates foreign key constraint"));
  CHECK(db.rows("SELECT * FROM t") == "2|3");
  CHECK(db.rows("SELECT count(*) FROM pg_tables WHERE schemaname = 'sink_overwrite_referred'")
        == "2");
}

TEST_CASE("an overwrite makes a table that is not there, when it completes") {
  sink_schema db{"sink_overwrite_new"};
  auto options = db.options("t", "write_mode: overwrite");
  sink_run{"postgres", options}.write({R"({"a":1})"}).close(ending::failed);
  CHECK(db.rows("SELECT count(*) FROM pg_tables WHERE schemaname = 'sink_overwrite_new'") == "0");
  sink_run{"postgres", options}.write({R"({"a":1})"}).close();
  CHECK(db.rows("SELECT * FROM t") == "1");
  CHECK(db.rows("SELECT relpersistence FROM pg_class WHERE oid = 't'::regclass") == "p");
}

TEST_CASE("stagings that runs left behind a week ago are dropped, younger ones are not") {
  sink_schema db{"sink_stale"};
  db.run("CREATE TABLE t(a int)");
  db.run("CREATE TABLE t__faucet_ovw_000001000000aa(a int)"); // of 1970
  db.run("CREATE TABLE t__faucet_ovw_ffffffffffffaa(a int)");
  db.run("CREATE TABLE t__faucet_ovw_mine(a int)");
  sink_run{"postgres", db.options("t", "write_mode: overwrite")}.write({R"({"a":1})"}).close();
  CHECK(db.rows("SELECT relname FROM pg_class WHERE relnamespace = 'sink_stale'::regnamespace "
                "AND relkind = 'r' ORDER BY 1")
        == "t;t__faucet_ovw_ffffffffffffaa;t__faucet_ovw_mine");
}
