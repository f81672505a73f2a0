// What a sink has accepted and not kept, as it says once it is closed.

#include "tests/catch.hpp"
#include "tests/connectors/postgres/sink_schema.hpp"
#include "tests/sqlite_file.hpp"
#include "tests/temp_folder.hpp"

#include <fcntl.h>
#include <unistd.h>

using namespace faucet;
using namespace faucet::test;
using sinks = std::vector<std::pair<std::string, std::string>>; ///< type and options

namespace {

std::string omitted(sink_run& run) {
  auto [records, pages] = run.driver().omitted();
  if (records == left_out::everything().records) {
    return "everything";
  }
  return std::to_string(records) + " of " + std::to_string(pages) + " pages";
}

std::string omitted_after(std::string_view type, const std::string& yaml, ending how) {
  sink_run run{type, yaml};
  run.write({R"({"a":1})", R"({"a":2})"}).flush().write({R"({"a":3})"}).write({R"({"a":4})"});
  run.close(how);
  return omitted(run);
}

} // namespace

TEST_CASE("of a file that replaces another, a failed run has kept what was flushed") {
  temp_folder folder;
  for (std::string type : {"jsonl", "csv", "file"}) {
    INFO(type);
    auto yaml = "path: '" + (folder / (type + ".jsonl")).string() + "'\n";
    CHECK(omitted_after(type, yaml, ending::failed) == "2 of 2 pages");
    CHECK(omitted_after(type, yaml, ending::cancelled) == "2 of 2 pages");
    CHECK(omitted_after(type, yaml, ending::completed) == "0 of 0 pages");
    yaml += type == "file" ? "if_exists: append" : "append: true";
    CHECK(omitted_after(type, yaml, ending::failed) == "0 of 0 pages");
  }
}

TEST_CASE("of an overwrite that was not completed nothing is kept") {
  temp_folder folder;
  auto file = "path: '" + (folder / "out.jsonl").string() + "'\nwrite_mode: overwrite\n";
  auto table = "database_url: 'sqlite:" + (folder / "a.db").string()
               + "'\ntable_name: t\ncolumn_mapping: auto_map\nwrite_mode: overwrite\n";
  sink_schema db{"omitted_overwrite"};
  for (const auto& [type, yaml] : sinks{{"file", file},
                                        {"sqlite", table},
                                        {"postgres", db.options("t", "write_mode: overwrite")}}) {
    INFO(type);
    CHECK(omitted_after(type, yaml, ending::failed) == "everything");
    CHECK(omitted_after(type, yaml, ending::cancelled) == "everything");
    CHECK(omitted_after(type, yaml, ending::completed) == "0 of 0 pages");
  }
}

TEST_CASE("pages of a COPY that fails later are taken back, and told") {
  sink_schema db{"omitted_copy"};
  db.run("CREATE TABLE t(a int)");
  sink_run run{"postgres", db.options("t")};
  run.write({R"({"a":1})", R"({"a":2})"}).flush().write({R"({"a":3})"}).write({R"({"a":4})"});
  auto refused = run.try_write({R"({"a":"x"})"}); // said by the server, now or by the flush
  REQUIRE_FALSE((refused ? run.driver().flush() : refused));
  run.close(ending::failed);
  auto accepted = 4U + (refused ? 1U : 0U);
  auto [records, pages] = run.driver().omitted();
  CHECK(std::to_string(accepted - records) == db.rows("SELECT count(*) FROM t"));
  CHECK(pages == (refused ? 3 : 2));
}

TEST_CASE("records that share no column with the table are not kept") {
  temp_folder folder;
  sink_schema db{"omitted_columns"};
  db.run("CREATE TABLE t(a int)");
  auto file = "database_url: 'sqlite:" + (folder / "a.db").string()
              + "'\ntable_name: t\ncolumn_mapping: auto_map\n";
  sink_run{"sqlite", file}.write({R"({"a":1})"}).close();
  for (const auto& [type, yaml] : sinks{{"sqlite", file}, {"postgres", db.options("t")}}) {
    INFO(type);
    sink_run run{type, yaml};
    run.write({R"({"a":1})", R"({"b":2})", "{}"});
    run.close();
    CHECK(omitted(run) == "2 of 0 pages");
  }
}

TEST_CASE("records that the table lets go are told and not kept, or fail where none may be lost") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  auto yaml = "database_url: 'sqlite:" + (folder / "a.db").string() + "'\ntable_name: t\n";
  std::vector<std::string> records{R"({"id":1})", R"({"id":1})", R"({"id":2})", R"({"id":3})"};
  auto [tables, more] = GENERATE(table<std::string, std::string>(
    {{"CREATE TABLE t(id UNIQUE ON CONFLICT IGNORE)", "column_mapping: auto_map\n"},
     {"CREATE TABLE t(id UNIQUE ON CONFLICT IGNORE)",
      "column_mapping: auto_map\nwrite_mode: overwrite\n"},
     {"CREATE TABLE t(id); CREATE TRIGGER g BEFORE INSERT ON t WHEN new.id = 3 BEGIN "
      "SELECT RAISE(IGNORE); END",
      "column_mapping: auto_map\n"},
     {"CREATE TABLE t(id); CREATE TRIGGER g BEFORE INSERT ON t WHEN new.id = 3 BEGIN "
      "SELECT RAISE(IGNORE); END",
      "column_mapping: auto_map\nwrite_mode: overwrite\n"},
     {"CREATE TABLE t(data UNIQUE ON CONFLICT IGNORE)", "column_mapping: {json: {column: data}}\n"},
     {"CREATE TABLE t(id UNIQUE, v NOT NULL ON CONFLICT IGNORE)",
      "column_mapping: auto_map\nwrite_mode: upsert\nkey: [id]\n"}}));
  INFO(tables << " " << more);
  file.execute(tables);
  if (more.find("upsert") != std::string::npos) {
    records = {R"({"id":4,"v":1})", R"({"id":5,"v":null})"};
  }
  for (auto dead_letters : {false, true}) {
    sink_run run{"sqlite", yaml + more, {}, dead_letters};
    run.write(records).close();
    CHECK(omitted(run) == "1 of 0 pages");
    CHECK(run.warnings()
          == std::vector<std::string>{
            "table \"t\": ON CONFLICT IGNORE, or a trigger, let 1 records go"});
    CHECK(run.rejected().empty());
    file.execute("DELETE FROM t");
  }
  if (more.find("overwrite") == std::string::npos) {
    sink_run strict{"sqlite", yaml + more + "on_unknown_field: error\n"};
    auto ok = strict.try_write(records);
    REQUIRE_FALSE(ok);
    CHECK_THAT(render(ok.error()), Catch::Contains("of the page: table \"t\": ON CONFLICT IGNORE"));
    CHECK(file.rows("SELECT * FROM t").empty());
  }
}

TEST_CASE("what the trigger of a view, or an upsert of a key alone, does is not counted as lost") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute(
    "CREATE TABLE base(id PRIMARY KEY); CREATE VIEW t AS SELECT id FROM base;"
    "CREATE TRIGGER g INSTEAD OF INSERT ON t BEGIN INSERT INTO base VALUES (new.id); END");
  auto address =
    "database_url: 'sqlite:" + (folder / "a.db").string() + "'\ncolumn_mapping: auto_map\n";
  sink_run view{"sqlite", address + "table_name: t\n"};
  view.write({R"({"id":1})"}).close();
  CHECK(omitted(view) == "0 of 0 pages");
  sink_run keys{"sqlite", address + "table_name: base\nwrite_mode: upsert\nkey: [id]\n"};
  keys.write({R"({"id":1})"}).close();
  CHECK(omitted(keys) == "0 of 0 pages");
  CHECK(keys.warnings().empty());
}

TEST_CASE("records before there is a field to make a table of are told and not kept") {
  temp_folder folder;
  sink_schema db{"omitted_fieldless"};
  auto file = "database_url: 'sqlite:" + (folder / "a.db").string()
              + "'\ntable_name: t\ncolumn_mapping: auto_map\n";
  for (const auto& [type, yaml] : sinks{{"sqlite", file}, {"postgres", db.options("t")}}) {
    INFO(type);
    sink_run run{type, yaml};
    run.write({"{}", "{}"}).write({R"({"a":1})"});
    run.close();
    CHECK(omitted(run) == "2 of 0 pages");
    CHECK(run.warnings()
          == std::vector<std::string>{"2 records have no field to make a table for and were "
                                      "skipped"});
  }
}

TEST_CASE("records beyond max_records are not printed, and told") {
  auto out = ::dup(STDERR_FILENO);
  auto nothing = ::open("/dev/null", O_WRONLY);
  ::dup2(nothing, STDERR_FILENO);
  sink_run run{"stdout", "destination: stderr\nmax_records: 3"};
  run.write({"1", "2"}).write({"3", "4"}).write({"5"});
  run.close();
  ::dup2(out, STDERR_FILENO);
  ::close(out);
  ::close(nothing);
  CHECK(omitted(run) == "2 of 0 pages");
}
