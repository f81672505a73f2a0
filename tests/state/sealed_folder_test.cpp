#include "state/file_store.hpp"
#include "state/store_types.hpp"
#include "tests/catch.hpp"
#include "tests/state/store_options.hpp"
#include "tests/temp_folder.hpp"

using namespace faucet;

namespace {

constexpr auto key = "p::row-0";
constexpr auto file = "p%3A%3Arow-0.json";

file_store store_with(const test::temp_folder& root, std::string_view secret,
                      const std::vector<std::string>& previous = {}) {
  return file_store{root.path(), text_seal{secret, previous}};
}

} // namespace

TEST_CASE("a sealed folder keeps no bookmark in the clear") {
  test::temp_folder root;
  REQUIRE(store_with(root, "k").put(key, R"("secret position")"));
  CHECK(root.read(file).starts_with("FCT1\x02"));
  CHECK(root.read(file).find("secret position") == std::string::npos);
  CHECK(store_with(root, "k").get(key).value() == R"("secret position")");
}

TEST_CASE("bookmarks from before the sealing are read, and sealed by the next put") {
  test::temp_folder root;
  REQUIRE(file_store{root.path()}.put(key, "7"));
  CHECK(store_with(root, "k").get(key).value() == "7");
  CHECK(root.read(file) == "7");
  CHECK(store_with(root, "k").compare_and_put(key, "7", "8").value());
  CHECK(root.read(file).starts_with("FCT1\x02"));
}

TEST_CASE("a key is changed by naming the old one among the previous ones") {
  test::temp_folder root;
  REQUIRE(store_with(root, "old").put(key, "7"));
  auto refused = store_with(root, "new").get(key);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ec::state_failed);
  CHECK(refused.error().which == (root / file).string());
  CHECK_THAT(refused.error().what, Catch::Contains(key) && Catch::Contains("previous_keys"));
  auto rotated = store_with(root, "new", {"older", "old"});
  CHECK(rotated.get(key).value() == "7");
  REQUIRE(rotated.put(key, "8"));
  CHECK(store_with(root, "new").get(key).value() == "8");
}

TEST_CASE("a sealed file without a key is an error that says what to do", "[P55]") {
  test::temp_folder root;
  REQUIRE(store_with(root, "k").put(key, "7"));
  auto read = file_store{root.path()}.get(key);
  REQUIRE_FALSE(read);
  CHECK(read.error().which == (root / file).string());
  CHECK_THAT(read.error().what,
             Catch::Contains(key) && Catch::Contains("sealed") && Catch::Contains("encryption"));
}

TEST_CASE("a sealed file that is copied over another key's is an error, not a wrong position",
          "[P56]") {
  test::temp_folder root;
  auto store = store_with(root, "k");
  REQUIRE(store.put(key, "7"));
  REQUIRE(store.put("p::row-1", "8"));
  root.write("p%3A%3Arow-1.json", root.read(file));
  CHECK_FALSE(store.get("p::row-1"));
  CHECK(store.get(key).value() == "7");
}

TEST_CASE("a state file that is empty, cut off or damaged is never taken for no bookmark") {
  test::temp_folder root;
  auto sealing = store_with(root, "k");
  REQUIRE(sealing.put(key, R"({"at":1})"));
  auto sealed = root.read(file);
  for (const auto& content : {std::string{}, std::string{R"({"at":)"}, std::string{"\xff\xfe"},
                              std::string{"FCT"}, sealed.substr(0, 20), sealed + "x"}) {
    root.write(file, content);
    auto read = sealing.get(key);
    REQUIRE_FALSE(read);
    CHECK(read.error().which == (root / file).string());
    CHECK_FALSE(sealing.compare_and_put(key, std::nullopt, "1"));
    CHECK(root.read(file) == content);
  }
}

TEST_CASE("the encryption of a file store is checked when the pipeline is loaded") {
  CHECK(test::make_store("file", R"({"path":"x","encryption":{"key":"k"}})"));
  CHECK(test::make_store("file", R"({"path":"x","encryption":{"key":"k","previous_keys":["a"],
                                     "algorithm":"aes-256-gcm"}})"));
  for (const auto* config :
       {R"({"path":"x","encryption":{}})", R"({"path":"x","encryption":{"key":""}})",
        R"({"path":"x","encryption":{"key":" \t"}})",
        R"({"path":"x","encryption":{"key":"k","previous_keys":["a",""]}})",
        R"({"path":"x","encryption":{"key":"k","algorithm":"rot13"}})",
        R"({"path":"x","encryption":{"key":"k","kye":"k"}})", R"({"path":"x","encryption":"k"})"}) {
    INFO(config);
    auto made = test::make_store("file", config);
    REQUIRE_FALSE(made);
    CHECK(made.error().code == ec::invalid_config);
    CHECK(made.error().which == "pipeline.json:1");
  }
  CHECK_THAT(
    test::make_store("file", R"({"path":"x","encryption":{"key":"k","previous_keys":[""]}})")
      .error()
      .what,
    Catch::Contains("encryption.previous_keys[0]"));
}
