#include "tests/catch.hpp"
#include "tests/config/node_text.hpp"
#include "tests/config/row_text.hpp"

using namespace faucet;
using test::refusal;
using test::rows_of;
using test::with_matrix;

// -- what a row takes -----------------------------------------------------------------

TEST_CASE("a file without a matrix is one row") {
  for (auto matrix : {"", "matrix: []\n", "matrix:\n"}) {
    auto rows =
      rows_of("pipeline:\n  source: {type: csv}\n  sink: {type: stdout}\n" + std::string{matrix});
    REQUIRE(rows);
    REQUIRE(rows->size() == 1);
    CHECK(rows->front().id == "row-0");
    CHECK_FALSE(rows->front().is_child());
    CHECK(rows->front().status == tier::active);
  }
}

TEST_CASE("a row is the pipeline with its changes merged over it") {
  auto rows = rows_of(with_matrix("  - id: a\n"
                                  "    source:\n"
                                  "      config: {batch_size: 7, csv: {quote: x}}\n"
                                  "    sink: {type: stdout}\n"
                                  "    weight: 2.5\n"
                                  "    legacy_state_ids: [old]\n"
                                  "  - {}\n"));
  REQUIRE(rows);
  REQUIRE(rows->size() == 2);
  const auto& a = rows->front();
  CHECK(node_text(a.source.config) == "{path:\"a.csv\",batch_size:7,csv:{quote:\"x\"}}");
  CHECK(to_string(a.source.config.find("path")->where()) == "p.yaml:2");
  CHECK(to_string(a.source.config.find("batch_size")->where()) == "p.yaml:7");
  CHECK(*a.sink.type.text() == "stdout");
  CHECK(to_string(a.sink.type.where()) == "p.yaml:8");
  CHECK(node_text(a.sink.config) == "{path:\"out.jsonl\"}");
  CHECK(a.weight == 2.5);
  CHECK(a.legacy_state_ids == std::vector<std::string>{"old"});
  CHECK(rows->back().id == "row-1");
  CHECK(node_text(rows->back().source.config) == "{path:\"a.csv\",batch_size:5}");
}

TEST_CASE("maps merge at every depth, lists and scalars are replaced") {
  auto rows =
    rows_of("pipeline:\n"
            "  source: {type: csv, config: {a: {b: {c: 1, d: 2}, l: [1, 2]}, m: {x: 1}}}\n"
            "  sink: {type: stdout}\n"
            "matrix:\n"
            "  - source: {config: {a: {b: {d: 3, e: 4}, l: [9]}, m: 5}}\n");
  REQUIRE(rows);
  CHECK(node_text(rows->front().source.config) == "{a:{b:{c:1,d:3,e:4},l:[9]},m:5}");
}

TEST_CASE("rows take sources and sinks by name") {
  auto rows = rows_of("pipeline:\n"
                      "  source: {type: csv, config: {path: d.csv}}\n"
                      "  sources:\n"
                      "    s: {type: file, config: {path: s.csv}, tags: [t2, t1], status: draft,\n"
                      "        transforms: [{type: drop}]}\n"
                      "  transforms: [{type: flatten}]\n"
                      "  sinks: {k: {type: stdout}}\n"
                      "matrix:\n"
                      "  - {id: a, source: {ref: s}, sink: {ref: k}, tags: [t1, t0],\n"
                      "     transforms: [{type: set}]}\n"
                      "  - {id: b, source: {status: archived}, sink: {ref: k}}\n"
                      "  - {id: c, source: {ref: s}, sink: {ref: k}, inherit_transforms: false}\n");
  REQUIRE(rows);
  REQUIRE(rows->size() == 3);
  const auto& a = (*rows)[0];
  CHECK(*a.source.type.text() == "file");
  CHECK(a.status == tier::draft);
  CHECK(a.tags == std::vector<std::string>{"t0", "t1", "t2"});
  REQUIRE(a.transforms.size() == 3);
  CHECK(*a.transforms[0].type.text() == "flatten");
  CHECK(*a.transforms[1].type.text() == "drop");
  CHECK(*a.transforms[2].type.text() == "set");
  CHECK(node_text((*rows)[1].source.config) == "{path:\"d.csv\"}");
  CHECK((*rows)[1].status == tier::archived);
  CHECK((*rows)[2].transforms.empty());
}

TEST_CASE("a row without a source or sink to take is refused") {
  CHECK(refusal("pipeline:\n  sources: {s: {type: csv}}\n  sink: {type: stdout}\n")
        == "p.yaml:2: row \"row-0\" has no source: give it \"source: {ref: …}\" with one of "
           "pipeline.sources, or give pipeline.source (sources: s)");
  CHECK(refusal(with_matrix("  - {id: a, sink: {ref: jsnl}}\n"))
        == "p.yaml:5: row \"a\" takes the sink \"jsnl\", which is not below pipeline.sinks "
           "(sinks: default)");
  CHECK(refusal("pipeline:\n  source: {type: csv}\n  sources: {default: {type: csv}}\n"
                "  sink: {type: stdout}\n")
        == "p.yaml:2: pipeline.source is the \"default\" of pipeline.sources, which names another; "
           "give one of them");
}

TEST_CASE("a row with types of its own needs nothing to take") {
  auto rows = rows_of("pipeline:\n  transforms: [{type: drop}]\n"
                      "matrix: [{source: {type: csv, config: {path: a}}, sink: {type: stdout}}]\n");
  REQUIRE(rows);
  CHECK(*rows->front().source.type.text() == "csv");
  CHECK(node_text(rows->front().source.config) == "{path:\"a\"}");
  CHECK(node_text(rows->front().sink.config) == "{}");
  CHECK(rows->front().transforms.size() == 1);
}

TEST_CASE("a row has its own state and dead letters, and can do without the latter") {
  auto rows =
    rows_of("pipeline:\n"
            "  source: {type: csv}\n"
            "  sink: {type: stdout}\n"
            "  state: {type: file, config: {path: s}}\n"
            "  dlq: {sink: {type: jsonl}, on_batch_error: dlq_all, max_failures_total: 9}\n"
            "matrix:\n"
            "  - {id: a, state: {type: memory}, dlq: null}\n"
            "  - {id: b, dlq: {sink: {type: stdout}}}\n"
            "  - {id: c}\n");
  REQUIRE(rows);
  CHECK(*(*rows)[0].state->type.text() == "memory");
  CHECK_FALSE((*rows)[0].dlq);
  CHECK(*(*rows)[1].dlq->sink.type.text() == "stdout");
  CHECK((*rows)[1].dlq->on_batch_error == batch_error_policy::propagate);
  CHECK(*(*rows)[2].state->type.text() == "file");
  CHECK((*rows)[2].dlq->on_batch_error == batch_error_policy::dlq_all);
  CHECK((*rows)[2].dlq->max_failures_total == 9U);
  CHECK((*rows)[2].dlq->include_original_payload);
}

// -- ids --------------------------------------------------------------------------------

TEST_CASE("ids of rows are refused where they could be taken for something else") {
  CHECK(refusal(with_matrix("  - {id: a}\n  - {id: b}\n  - {id: a}\n"))
        == "p.yaml:7: row id \"a\" is there twice, first at p.yaml:5");
  CHECK(refusal(with_matrix("  - {id: row-1}\n  - {}\n"))
        == "p.yaml:6: row id \"row-1\" is there twice, first at p.yaml:5");
  for (auto word : {"env", "file", "secret", "matrix", "pipeline", "now", "backfill", "tenant",
                    "param", "partition", "bookmark", "job_id", "window", "faucet"}) {
    CHECK(refusal(with_matrix("  - {id: " + std::string{word} + "}\n"))
          == "p.yaml:5: row id \"" + std::string{word}
               + "\" is a word of the grammar; take another");
  }
  for (auto id : {"\"\"", "\"a b\"", "\"a::b\"", "\"a/b\"", "\"ä\"", "\"a.b\""}) {
    CHECK_THAT(refusal(with_matrix("  - {id: " + std::string{id} + "}\n")),
               Catch::StartsWith("p.yaml:5: row id ")
                 && Catch::EndsWith("may hold letters, digits, _ and - only, and at least one"));
  }
  CHECK(refusal(with_matrix("  - {id: a, legacy_state_ids: [\"x y\"]}\n"))
        == "p.yaml:5: legacy_state_ids of row \"a\": \"x y\" may hold letters, digits, _ and - "
           "only, and at least one");
  CHECK(rows_of(with_matrix("  - {id: 2024}\n"))->front().id == "2024");
}

TEST_CASE("misspelt keys of a row are refused by line") {
  CHECK(refusal(with_matrix("  - id: a\n    parnet: b\n"))
        == "p.yaml:6: unknown key \"parnet\" in matrix[0]; did you mean \"parent\"?");
  CHECK(refusal(with_matrix("  - id: a\n    source: {path: x}\n"))
        == "p.yaml:6: unknown key \"path\" in matrix[0].source; the options of a type stand "
           "below \"config:\"");
  CHECK(refusal(with_matrix("  - 5\n")) == "p.yaml:5: matrix[0]: expected a map, found integer 5");
  CHECK(refusal(with_matrix("  - id: a\n    sink: {transforms: []}\n"))
        == "p.yaml:6: \"transforms\" cannot stand in a sink; transforms belong to the pipeline, a "
           "source or a row");
}

TEST_CASE("tags and parent keys that cannot be meant are refused") {
  for (auto tag : {"T", "a b", "a,b", "", "-a"}) {
    CHECK_THAT(refusal(with_matrix("  - {id: a, tags: [\"" + std::string{tag} + "\"]}\n")),
               Catch::Contains("of row \"a\" may hold lower-case letters, digits, _ and - only"));
  }
  CHECK_THAT(refusal(with_matrix("  - {id: a}\n  - {id: b, parent: a, parent_key: \"\"}\n")),
             Catch::StartsWith("p.yaml:6: parent_key of row \"b\": "));
}

// -- parents and dependencies -----------------------------------------------------------

TEST_CASE("a child keeps the references to its parent") {
  auto rows = rows_of(with_matrix("  - {id: users}\n"
                                  "  - id: orders\n"
                                  "    parent: users\n"
                                  "    parent_key: name\n"
                                  "    depends_on: [users]\n"
                                  "    source: {config: {path: \"${users.file}\"}}\n"
                                  "    sink: {config: {path: \"out-${users.name}.jsonl\"}}\n"));
  REQUIRE(rows);
  const auto& orders = rows->back();
  CHECK(orders.is_child());
  CHECK(orders.parent == "users");
  CHECK(orders.parent_key == "name");
  CHECK(orders.depends_on == std::vector<std::string>{"users"});
  CHECK(node_text(orders.sink.config) == "{path:\"out-${users.name}.jsonl\"}");
  CHECK(orders.sink.config.find("path")->deferred() != nullptr);
}

TEST_CASE("parents and dependencies that lead nowhere are refused") {
  CHECK(refusal(with_matrix("  - {id: users}\n  - {id: a, parent: usres}\n"))
        == "p.yaml:6: row \"a\" has the parent \"usres\", which is no row; did you mean \"users\"? "
           "(rows: users, a)");
  CHECK(refusal(with_matrix("  - {id: a, depends_on: [a, nope]}\n"))
        == "p.yaml:5: row \"a\" depends on \"nope\", which is no row (rows: a)");
}

TEST_CASE("rows that wait for each other are refused with the circle") {
  CHECK(refusal(with_matrix("  - {id: a, parent: a}\n"))
        == "p.yaml:5: rows wait for each other in a circle: a -> a");
  CHECK(refusal(with_matrix("  - {id: a, depends_on: [a]}\n"))
        == "p.yaml:5: rows wait for each other in a circle: a -> a");
  CHECK(refusal(with_matrix("  - {id: x}\n"
                            "  - {id: a, depends_on: [x, b]}\n"
                            "  - {id: b, parent: c}\n"
                            "  - {id: c, depends_on: [a]}\n"))
        == "p.yaml:6: rows wait for each other in a circle: a -> b -> c -> a");
  CHECK(rows_of(with_matrix("  - {id: a, depends_on: [b, c]}\n"
                            "  - {id: b, depends_on: [c]}\n"
                            "  - {id: c}\n")));
}

TEST_CASE("a reference to a row that is not the parent is refused with the rows there are") {
  CHECK(refusal(with_matrix("  - {id: users}\n"
                            "  - {id: a, sink: {config: {path: \"${users.id}\"}}}\n"))
        == "p.yaml:6: ${users.id} in row \"a\" refers to \"users\", which is not its parent; give "
           "the row \"parent: users\" (rows: users, a)");
  CHECK(
    refusal(with_matrix("  - {id: users}\n"
                        "  - {id: kids, parent: users}\n"
                        "  - {id: a, parent: kids, source: {config: {x: [\"${users.id}\"]}}}\n"))
    == "p.yaml:7: ${users.id} in row \"a\" refers to \"users\", which is not its parent (that "
       "is \"kids\") (rows: users, kids, a)");
  CHECK(refusal(with_matrix("  - {id: a, sink: {config: {path: \"${a.id}\"}}}\n"))
        == "p.yaml:5: ${a.id} in row \"a\" refers to the row itself; a row knows the records of "
           "its parent only");
  CHECK(refusal(with_matrix("  - {id: users}\n  - {id: a, parent: users,\n"
                            "     sink: {config: {path: \"${usres.id}\"}}}\n"))
        == "p.yaml:7: ${usres.id} refers to a matrix row \"usres\", and there is none; did you "
           "mean \"users\"? (rows: users, a); write $${usres.id} for the text itself");
  CHECK(refusal(with_matrix("  - {id: p}\n  - {id: a, parent: p, sink: {type: \"${p.id}\"}}\n"))
        == "p.yaml:6: ${p.id} cannot be used in the type of a sink");
}

TEST_CASE("references to rows are refused where every record must find the same", "[P80]") {
  CHECK(refusal(
          with_matrix("  - {id: p}\n"
                      "  - {id: a, parent: p, state: {type: file, config: {path: \"${p.id}\"}}}\n"))
        == "p.yaml:6: ${p.id} cannot be used in state: it would differ from record to record");
  CHECK(refusal(
          with_matrix("  - {id: a, dlq: {sink: {type: jsonl, config: {path: \"${now.date}\"}}}}\n"))
        == "p.yaml:5: ${now.date} cannot be used in dlq: it would differ from run to run");
  CHECK(refusal(with_matrix("  - {id: a, state: {type: file, config: {path: \"${now.date}\"}}}\n"))
        == "p.yaml:5: ${now.date} cannot be used in state: it would differ from run to run");
}

// -- dead letters -----------------------------------------------------------------------

TEST_CASE("dead letters that would replace those of earlier runs are refused", "[P94]") {
  auto with_sink = [](const std::string& config) {
    return refusal("pipeline:\n  source: {type: csv}\n  sink: {type: stdout}\n"
                   "  dlq:\n    sink:\n      type: jsonl\n      config: {path: d, "
                   + config + "}\n");
  };
  CHECK(with_sink("append: true") == "accepted");
  CHECK(with_sink("append: false")
        == "p.yaml:7: the dead letters of row \"row-0\" would replace those of earlier runs; take "
           "\"append: false\" out");
  CHECK_THAT(with_sink("if_exists: replace"), Catch::Contains("take \"if_exists: replace\" out"));
  CHECK_THAT(with_sink("write_mode: overwrite"), Catch::Contains("\"write_mode: overwrite\""));
}

TEST_CASE("a limit of no dead letters at all is refused") {
  for (auto key : {"max_failures_total", "max_failures_per_page"}) {
    CHECK(refusal("pipeline:\n  source: {type: csv}\n  sink: {type: stdout}\n"
                  "  dlq:\n    sink: {type: jsonl}\n    "
                  + std::string{key} + ": 0\n")
          == "p.yaml:6: pipeline.dlq." + std::string{key}
               + ": expected a number of at least 1, found integer 0");
  }
}
