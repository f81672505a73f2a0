#include "state/file_store.hpp"
#include "state/row_status.hpp"
#include "tests/catch.hpp"
#include "tests/state/broken_store.hpp"
#include "tests/temp_folder.hpp"

#include <fstream>

using namespace faucet;

namespace {

run_event success(std::string run) {
  return {.at = parse_instant("2026-11-29T22:06:47.163481290Z").value(),
          .run_id = std::move(run),
          .records = 3,
          .duration_ms = 12};
}

run_event failure(std::string run, std::string error = "no such table") {
  auto result = success(std::move(run));
  result.error_kind = "source_failed";
  result.error = std::move(error);
  return result;
}

} // namespace

TEST_CASE("the status of a row remembers its last success and its last failure") {
  memory_store store;
  CHECK(find_status(store, "p::row").value() == std::nullopt);
  auto good = success("r1");
  good.batches = {.attempted = 4, .committed = 2, .dlq_partial = 1, .dlq_all = 0, .failed = 1};
  REQUIRE(note_outcome(store, "p::row", good));
  CHECK(store.get("p::row::__status__").value()
        == R"({"last_success":{"at":"2026-11-29T22:06:47.163481290Z","run_id":"r1","records":3,)"
           R"("duration_ms":12,"batches":{"attempted":4,"committed":2,"dlq_partial":1,"dlq_all":0,)"
           R"("failed":1}},"last_failure":null,"consecutive_failures":0})");
  REQUIRE(note_outcome(store, "p::row", failure("r2")));
  REQUIRE(note_outcome(store, "p::row", failure("r3")));
  auto status = find_status(store, "p::row").value().value();
  CHECK(status.consecutive_failures == 2);
  CHECK(status.last_success->run_id == "r1");
  CHECK(status.last_success->batches->committed == 2);
  CHECK(status.last_failure->run_id == "r3");
  CHECK(status.last_failure->error_kind == "source_failed");
  CHECK(status.last_failure->error == "no such table");
  REQUIRE(note_outcome(store, "p::row", success("r4")));
  status = find_status(store, "p::row").value().value();
  CHECK(status.consecutive_failures == 0);
  CHECK(status.last_failure->run_id == "r3");
}

TEST_CASE("an error in the status is cut at 500 characters, none in two") {
  memory_store store;
  std::string text;
  for (int i = 0; i < 501; ++i) {
    text += "\u00e9";
  }
  REQUIRE(note_outcome(store, "p::row", failure("r1", text)));
  CHECK(find_status(store, "p::row").value()->last_failure->error == text.substr(0, 1000));
}

TEST_CASE("a status that cannot be read is reported, and begun anew by the next run") {
  memory_store store;
  REQUIRE(store.put("p::row::__status__", "[]"));
  CHECK_FALSE(find_status(store, "p::row"));
  REQUIRE(note_outcome(store, "p::row", failure("r1")));
  CHECK(find_status(store, "p::row").value()->consecutive_failures == 1);
}

TEST_CASE("a status file that is no JSON is replaced by the next outcome") {
  test::temp_folder root;
  file_store store{root.path()};
  auto damaged = GENERATE("", "{\"last_success\":", "\xff\xfe");
  REQUIRE(store.put("p::row::__status__", "{}"));
  for (const auto& file : std::filesystem::directory_iterator{root.path()}) {
    std::ofstream{file.path()} << damaged;
  }
  CHECK_FALSE(find_status(store, "p::row"));
  REQUIRE(note_outcome(store, "p::row", success("r1")));
  CHECK(find_status(store, "p::row").value()->last_success->run_id == "r1");
}

TEST_CASE("a status that is sealed with another key is left to whoever has that key") {
  test::temp_folder root;
  file_store theirs{root.path(), text_seal{"their key", {}}};
  REQUIRE(note_outcome(theirs, "p::row", success("r1")));
  file_store plain{root.path()};
  file_store ours{root.path(), text_seal{"our key", {}}};
  for (auto* store : {&plain, &ours}) {
    CHECK_FALSE(find_status(*store, "p::row"));
    auto noted = note_outcome(*store, "p::row", success("r2"));
    REQUIRE_FALSE(noted);
    CHECK_THAT(render(noted.error()), Catch::Contains("p::row::__status__"));
  }
  CHECK(find_status(theirs, "p::row").value()->last_success->run_id == "r1");
}

TEST_CASE("a store that fails tells so when an outcome is noted") {
  test::broken_store store;
  store.reads_fail = true;
  CHECK_FALSE(note_outcome(store, "p::row", success("r1")));
  store.reads_fail = false;
  store.writes_fail = true;
  CHECK_FALSE(note_outcome(store, "p::row", success("r1")));
}
