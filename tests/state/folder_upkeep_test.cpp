#include "state/file_store.hpp"
#include "tests/catch.hpp"
#include "tests/temp_folder.hpp"

#include <signal.h>
#include <sys/resource.h>

#include <chrono>
#include <filesystem>

using namespace faucet;

namespace fs = std::filesystem;

namespace {

using names = std::vector<std::string>;

} // namespace

TEST_CASE("preparing a folder makes it and leaves nothing in it") {
  test::temp_folder root;
  file_store store{root / "a" / "b"};
  REQUIRE(store.prepare());
  CHECK(fs::is_empty(root / "a" / "b"));
  REQUIRE(store.prepare());
}

TEST_CASE("checking a folder that is not there makes none") {
  test::temp_folder root;
  CHECK(file_store{root / "a" / "b"}.check());
  CHECK(root.names().empty());
  CHECK_FALSE(file_store{fs::path{"/proc/self/state"}}.check());
}

TEST_CASE("a folder that cannot be made or written is found out by preparing") {
  test::temp_folder root;
  root.write("taken", "a file");
  for (const fs::path& folder :
       {root / "taken" / "below", root / "taken", fs::path{"/proc/self"}}) {
    INFO(folder);
    auto prepared = file_store{folder}.prepare();
    REQUIRE_FALSE(prepared);
    CHECK(prepared.error().code == ec::state_failed);
    CHECK(prepared.error().which == folder.string());
  }
}

TEST_CASE("the first write into a folder removes scratch files of writers that died long ago") {
  test::temp_folder root;
  auto age = [&root](const char* name, std::chrono::minutes by) {
    root.write(name, "{");
    fs::last_write_time(root / name, fs::file_time_type::clock::now() - by);
  };
  age("k.0123.1.json.tmp", std::chrono::minutes{61});
  age("k.4567.1.json.tmp", std::chrono::minutes{59});
  age("notes.tmp", std::chrono::minutes{600});
  age("k.json", std::chrono::minutes{600});
  REQUIRE(file_store{root.path()}.put("k", "1"));
  CHECK(root.names() == names{"k.4567.1.json.tmp", "k.json", "notes.tmp"});
}

TEST_CASE("scratch and lock files are no keys") {
  test::temp_folder root;
  file_store store{root.path()};
  root.write("k.0123.1.json.tmp", "{");
  CHECK(store.compare_and_put("k", std::nullopt, "1").value());
  CHECK(store.list("").value() == names{"k"});
  CHECK(store.get("k.0123.1").value() == std::nullopt);
}

TEST_CASE("a file that an earlier release named is renamed when its key is first used") {
  for (int use = 0; use < 4; ++use) {
    test::temp_folder root;
    file_store store{root.path()};
    root.write("Team%3A%3ARow.json", "7");
    CHECK(store.list("").value() == names{"Team::Row"});
    if (use == 0) {
      CHECK(store.get("Team::Row").value() == "7");
    } else if (use == 1) {
      REQUIRE(store.put("Team::Row", "8"));
    } else if (use == 2) {
      CHECK(store.compare_and_put("Team::Row", "7", "8").value());
    } else {
      REQUIRE(store.remove("Team::Row"));
    }
    CHECK_FALSE(fs::exists(root / "Team%3A%3ARow.json"));
    CHECK(fs::exists(root / "%54eam%3A%3A%52ow.json") == (use < 3));
    CHECK(store.list("").value() == (use < 3 ? names{"Team::Row"} : names{}));
  }
}

TEST_CASE("a long name of an earlier release is shortened, its key kept beside it") {
  test::temp_folder root;
  file_store store{root.path()};
  std::string key(200, 'k');
  root.write(key + ".json", "7");
  CHECK(store.get(key).value() == "7");
  CHECK(root.names().size() == 2);
  CHECK(store.list("").value() == names{key});
}

TEST_CASE("a file of an earlier name gives way to one of the present name") {
  test::temp_folder root;
  file_store store{root.path()};
  REQUIRE(store.put("Row", "1"));
  root.write("Row.json", "2");
  CHECK(store.get("Row").value() == "1");
  CHECK(store.list("").value() == names{"Row"});
  REQUIRE(store.remove("Row"));
  CHECK(store.get("Row").value() == std::nullopt);
}

TEST_CASE("a shortened file that lost the name of its key is an error that names the file") {
  test::temp_folder root;
  file_store store{root.path()};
  std::string key(200, 'k');
  REQUIRE(store.put(key, "7"));
  for (const auto& name : root.names()) {
    if (name.ends_with(".key")) {
      fs::remove(root / name);
    }
  }
  CHECK(store.get(key).value() == "7");
  auto listed = store.list("");
  REQUIRE_FALSE(listed);
  CHECK_THAT(listed.error().which, Catch::EndsWith(".key"));
}

TEST_CASE("a put that fails names the key and its file, and leaves the file as it was") {
  test::temp_folder root;
  file_store store{root.path()};
  REQUIRE(store.put("k", "7"));
  rlimit old{};
  ::getrlimit(RLIMIT_FSIZE, &old);
  auto handler = ::signal(SIGXFSZ, SIG_IGN);
  rlimit small{1024, old.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small); // stands in for a full disk
  auto put = store.put("k", "\"" + std::string(5000, 'x') + "\"");
  ::setrlimit(RLIMIT_FSIZE, &old);
  ::signal(SIGXFSZ, handler);
  REQUIRE_FALSE(put);
  CHECK(put.error().which == (root / "k.json").string());
  CHECK_THAT(put.error().what, Catch::Contains("state key k"));
  CHECK(root.names() == names{"k.json"});
  CHECK(store.get("k").value() == "7");
}
