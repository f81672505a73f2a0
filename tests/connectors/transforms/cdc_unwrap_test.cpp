#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

TEST_CASE("cdc_unwrap turns events into rows that say whether they were deleted") {
  CHECK(run_transform("cdc_unwrap", "{}",
                      {R"({"op":"insert","before":null,"after":{"id":1,"v":1.50},"table":"t"})",
                       R"({"op":"update","before":{"id":1},"after":{"id":1,"v":null}})",
                       R"({"op":"delete","before":{"id":1,"v":9},"after":null})",
                       R"({"op":"c","after":{"__op":"old","id":18446744073709551615}})",
                       R"({"op":"truncate","table":"t"})", R"({"op":"ddl"})", R"({"after":{}})"})
        == texts{R"({"id":1,"v":1.50,"__op":"u"})", R"({"id":1,"v":null,"__op":"u"})",
                 R"({"id":1,"v":9,"__op":"d"})", R"({"id":18446744073709551615,"__op":"u"})",
                 R"({"__op":"u"})"});
}

TEST_CASE("a delete event without the row as it was keeps its key fields", "[P272]") {
  CHECK(run_transform("cdc_unwrap", "{}",
                      {R"({"op":"d","before":null,"document_key":{"_id":7}})",
                       R"({"op":"d","document_key":{"_id":8}})",
                       R"({"op":"delete","before":{},"document_key":{"_id":9}})",
                       R"({"op":"delete","before":{"id":1},"document_key":{"_id":7}})"})
        == texts{R"({"_id":7,"__op":"d"})", R"({"_id":8,"__op":"d"})", R"({"_id":9,"__op":"d"})",
                 R"({"id":1,"__op":"d"})"});
  CHECK(run_transform("cdc_unwrap", R"({"key_field":"k"})", {R"({"op":"d","k":{"id":5}})"})
        == texts{R"({"id":5,"__op":"d"})"});
}

TEST_CASE("an event without its row ends the run and is named") {
  for (auto event : {R"({"op":"insert","after":null})", R"({"op":"insert","after":5})",
                     R"({"op":"delete","before":null,"after":{"id":1}})",
                     R"({"op":"delete","before":{}})", R"({"x":1})", "5"}) {
    INFO(event);
    CHECK(run_transform("cdc_unwrap", "{}", {R"({"op":"c","after":{"id":1}})", event})
            .at(0)
            .find("record 2")
          == 0);
  }
  CHECK(
    run_transform("cdc_unwrap", "{}", {R"({"op":"insert","after":null})"}).at(0).find(R"("insert")")
    != std::string::npos);
}

TEST_CASE("events without their row are dropped with a few warnings when told so") {
  auto made = make_transform("cdc_unwrap", R"({"on_missing_image":"drop"})");
  REQUIRE(made);
  texts warnings;
  REQUIRE((*made)->open({.warn = [&](std::string text) { warnings.push_back(std::move(text)); }}));
  texts events(25, R"({"op":"insert","after":null})");
  events.emplace_back(R"({"op":"u","after":{"a":1}})");
  CHECK(*run_transform(**made, events) == texts{R"({"a":1,"__op":"u"})"});
  REQUIRE(warnings.size() == 2);
  CHECK(warnings[0].find("\"insert\"") != std::string::npos);
  CHECK(warnings[1].find("10 so far") != std::string::npos);
}

TEST_CASE("columns that were left out as unchanged come from the row as it was") {
  CHECK(
    run_transform("cdc_unwrap", "{}",
                  {R"({"op":"update","before":{"id":1,"big":"B"},)"
                   R"("after":{"id":1,"__unchanged_toast__":["big"],"v":2}})",
                   R"({"op":"update","after":{"id":1,"__unchanged_toast__":[]}})",
                   R"({"op":"update","after":{"id":1,"big":null,"__unchanged_toast__":["big"]}})",
                   R"({"op":"delete","before":{"id":1,"__unchanged_toast__":["big"]}})"})
    == texts{R"({"id":1,"v":2,"big":"B","__op":"u"})", R"({"id":1,"__op":"u"})",
             R"({"id":1,"big":null,"__op":"u"})", R"({"id":1,"__op":"d"})"});
}

TEST_CASE("a changed row with unknown columns ends the run unless told to pass") {
  auto event = R"({"op":"update","table":"t","schema":"s","before":{"id":1,"x":null},)"
               R"("after":{"id":1,"v":2,"__unchanged_toast__":["big","x","huge"]}})";
  auto message = run_transform("cdc_unwrap", "{}", {event}).at(0);
  CHECK(message.find("record 1, field \"after\": ") == 0);
  CHECK(message.find("s.t") != std::string::npos);
  CHECK(message.find("big, huge") != std::string::npos);
  CHECK(run_transform("cdc_unwrap", R"({"on_partial_row":"pass"})", {event})
        == texts{R"({"id":1,"v":2,"x":null,"__op":"u"})"});
}

TEST_CASE("an update that changes the key deletes the row of the old key first", "[P124]") {
  CHECK(run_transform("cdc_unwrap", R"({"key":["id","r"]})",
                      {R"({"op":"update","before":{"r":2,"id":1,"v":0},"after":{"id":1,"r":3}})",
                       R"({"op":"update","before":{"id":1,"r":3.0},"after":{"id":1.0,"r":3}})",
                       R"({"op":"update","before":{"id":1,"v":0},"after":{"id":2,"r":3}})",
                       R"({"op":"update","before":null,"after":{"id":1,"r":3}})",
                       R"({"op":"delete","before":{"id":1,"r":2,"v":0}})"})
        == texts{R"({"id":1,"r":2,"__op":"d"})", R"({"id":1,"r":3,"__op":"u"})",
                 R"({"id":1.0,"r":3,"__op":"u"})", R"({"id":2,"r":3,"__op":"u"})",
                 R"({"id":1,"r":3,"__op":"u"})", R"({"id":1,"r":2,"v":0,"__op":"d"})"});
}

TEST_CASE("cdc_unwrap reads events of another spelling") {
  CHECK(run_transform("cdc_unwrap",
                      R"({"op_field":"o","after_field":"new","before_field":"old",)"
                      R"("marker_field":"m","delete_ops":["X"],"drop_ops":[]})",
                      {R"({"o":"X","old":{"id":1}})", R"({"o":"ddl","new":{"id":2}})"})
        == texts{R"({"id":1,"m":"d"})", R"({"id":2,"m":"u"})"});
  CHECK(run_transform("cdc_unwrap", R"({"marker_field":"id","key":["id"]})", {})
          .at(0)
          .find("test.yaml:3: ")
        == 0);
  CHECK(run_transform("cdc_unwrap", R"({"marker_field":""})", {}).at(0).find("test.yaml:2: ") == 0);
}
