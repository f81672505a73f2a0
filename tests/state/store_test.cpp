#include "state/durable_file.hpp"
#include "state/file_store.hpp"
#include "state/memory_store.hpp"
#include "state/read_only_store.hpp"
#include "state/stored_keys.hpp"
#include "tests/catch.hpp"
#include "tests/state/broken_store.hpp"
#include "tests/temp_folder.hpp"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <latch>
#include <thread>

using namespace faucet;

namespace fs = std::filesystem;

TEST_CASE("the file store names files so that no disk takes two keys for one", "[P53][P233]") {
  test::temp_folder root;
  file_store store{root.path() / "made" / "on first write"};
  CHECK(store.get("p::row-0").value() == std::nullopt);
  CHECK_FALSE(fs::exists(root.path() / "made"));
  REQUIRE(store.put("P:Q/r", "1"));
  CHECK(fs::exists(root.path() / "made" / "on first write" / "%50%3A%51%2Fr.json"));
}

TEST_CASE("a put leaves no scratch file behind", "[P50]") {
  test::temp_folder root;
  REQUIRE(file_store{root.path()}.put("key", R"({"at":1})"));
  CHECK(file_store{root.path()}.get("key").value() == R"({"at":1})");
  CHECK(std::distance(fs::directory_iterator{root.path()}, {}) == 1);
}

TEST_CASE("somebody who holds the lock of a state file is waited for as long as patience lasts") {
  test::temp_folder root;
  auto file = root / "key.json.lock";
  {
    auto held = lock_state_file(file, std::chrono::milliseconds{0});
    REQUIRE(held);
    auto second = lock_state_file(file, std::chrono::milliseconds{20});
    REQUIRE_FALSE(second);
    CHECK(second.error().code == ec::state_failed);
    CHECK(second.error().which == file.string());
  }
  CHECK(lock_state_file(file, std::chrono::milliseconds{0}));
}

TEST_CASE("two writers of one key never tear what is read", "[P50]") {
  test::temp_folder root;
  std::atomic<int> failures = 0;
  auto write = [&](char digit) {
    file_store store{root.path()};
    for (int i = 0; i < 40; ++i) {
      failures += store.put("key", std::string(5000, digit)) ? 0 : 1;
    }
  };
  std::thread one{write, '1'};
  std::thread two{write, '2'};
  one.join();
  two.join();
  CHECK(failures == 0);
  auto held = file_store{root.path()}.get("key").value().value();
  CHECK((held == std::string(5000, '1') || held == std::string(5000, '2')));
  CHECK(std::distance(fs::directory_iterator{root.path()}, {}) == 1);
}

TEST_CASE("a key too long for a file name keeps its text, in a file that is found by its digest") {
  test::temp_folder root;
  file_store store{root.path()};
  std::string key;
  for (int i = 0; i < 20; ++i) {
    key += "abcdefghij";
  }
  key += "::row-0";
  auto upper = std::string(80, 'A') + "::row-0";
  REQUIRE(store.put(key, "1"));
  REQUIRE(store.put(key, "2"));
  REQUIRE(store.put(upper, "3"));
  CHECK(store.get(key).value() == "2");
  CHECK(store.list("").value() == std::vector<std::string>{upper, key});
  constexpr auto digest = "fc5ebc1971a6785235e5e2c8ebce28ebf1aa0ef14e1b27ccb2b45bd63c85d63e";
  auto stem = key.substr(0, 95) + "~" + digest;
  CHECK(fs::exists(root.path() / (stem + ".json")));
  CHECK(fs::exists(root.path() / (stem + ".key")));
  REQUIRE(store.remove(key));
  REQUIRE(store.remove(upper));
  CHECK(fs::is_empty(root.path()));
}

TEST_CASE("a remove beside a put of a long key leaves both files or none") {
  test::temp_folder root;
  auto key = std::string(150, 'k') + "::row-0";
  file_store putting{root.path()};
  file_store removing{root.path()};
  for (int round = 0; round < 400; ++round) {
    REQUIRE(putting.put(key, "1"));
    std::latch both{2};
    auto removed = true;
    std::thread other{[&] {
      both.arrive_and_wait();
      removed = removing.remove(key).has_value();
    }};
    both.arrive_and_wait();
    auto put = putting.put(key, "2");
    other.join();
    CHECK(removed);
    CHECK(put);
    auto keys = putting.list("");
    INFO((keys ? std::string{} : render(keys.error())));
    REQUIRE(keys);
  }
}

TEST_CASE("an unreadable state file is an error and never an empty bookmark") {
  test::temp_folder root;
  fs::create_directories(root.path() / "key.json"); // a directory where a file should be
  auto result = file_store{root.path()}.get("key");
  REQUIRE_FALSE(result);
  CHECK(result.error().code == ec::state_failed);
  CHECK(result.error().which == (root.path() / "key.json").string());
}

TEST_CASE(
  "a marker that is no JSON is handed out as it is and can be replaced, a bookmark is not") {
  test::temp_folder root;
  file_store store{root.path()};
  for (std::string key : {"p::r::__status__", "p::r::__lease__", "p::r"}) {
    REQUIRE(store.put(key, "{}"));
  }
  for (const auto& file : fs::directory_iterator{root.path()}) {
    std::ofstream{file.path()} << "{bad";
  }
  CHECK(store.get("p::r::__status__").value() == "{bad");
  CHECK(store.compare_and_put("p::r::__lease__", "{bad", "{}").value());
  CHECK(store.get("p::r::__lease__").value() == "{}");
  auto bookmark = store.get("p::r");
  REQUIRE_FALSE(bookmark);
  CHECK_THAT(bookmark.error().what, Catch::Contains("faucet state reset"));
}

TEST_CASE("what cannot be read is told by its key, and what becomes of it") {
  test::temp_folder root;
  file_store store{root.path()};
  REQUIRE(store.put("p::r::__status__", "{}"));
  REQUIRE(store.put("p::r::__lease__", "{}"));
  for (const auto& file : fs::directory_iterator{root.path()}) {
    std::ofstream{file.path()} << "{bad";
  }
  auto keys = read_keys(store, "p").value();
  REQUIRE(keys.size() == 2);
  CHECK(render(keys[0].json.error())
        == "p::r::__lease__: holds no valid JSON; run with --force replaces it");
  CHECK(render(keys[1].json.error())
        == "p::r::__status__: holds no valid JSON; the next run replaces it");
}

TEST_CASE("a put into a place that is no directory names the place") {
  test::temp_folder root;
  std::ofstream{root.path() / "taken"} << "a file";
  auto result = file_store{root.path() / "taken" / "below"}.put("key", "1");
  REQUIRE_FALSE(result);
  CHECK(result.error().which == (root.path() / "taken" / "below").string());
}

TEST_CASE("a check uses one key that no other check uses, and removes it", "[P236]") {
  test::broken_store store;
  store.removals_fail = true; // to see what it was
  CHECK_FALSE(store.check());
  CHECK_FALSE(store.check());
  auto left = store.content.list("").value();
  REQUIRE(left.size() == 2);
  for (const auto& key : left) {
    CHECK(key.starts_with("faucet_doctor_probe."));
    CHECK(key.substr(20).find_first_not_of("0123456789abcdef") == std::string::npos);
    CHECK(key.size() == 20 + 32);
  }
  test::broken_store sound;
  REQUIRE(sound.check());
  CHECK(sound.content.list("").value().empty());
}

TEST_CASE("a read-only store passes reads on and drops writes", "[P71]") {
  auto origin = std::make_unique<memory_store>();
  REQUIRE(origin->put("key", "1"));
  read_only_store store{std::move(origin)};
  REQUIRE(store.put("key", "2"));
  REQUIRE(store.remove("key"));
  CHECK(store.compare_and_put("key", "1", "3").value());
  CHECK(store.get("key").value() == "1");
}
