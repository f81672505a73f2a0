#include "connectors/file/glob.hpp"
#include "tests/catch.hpp"
#include "tests/temp_folder.hpp"

using namespace faucet;
namespace fs = std::filesystem;

namespace {

struct folder_tree {
  test::temp_folder folder;

  folder_tree() {
    fs::create_directories(folder / "sub/deep");
    for (auto name : {"a.jsonl", "b.jsonl", ".hidden.jsonl", "c.txt", "sub/a.jsonl",
                      "sub/deep/a.jsonl", "sub/deep/z.csv", "x.jsonl.faucet-tmp", "[x].txt"}) {
      folder.write(name, "");
    }
    fs::create_directory_symlink("..", folder / "sub/loop");
    fs::create_symlink("../a.jsonl", folder / "sub/link.jsonl");
  }

  std::string expand(const std::string& pattern, bool no_links = false) {
    auto parsed = glob::parse((folder / pattern).string());
    if (!parsed) {
      return parsed.error().what;
    }
    auto found = parsed->expand(no_links);
    if (!found) {
      return render(found.error());
    }
    std::string result;
    for (const auto& path : *found) {
      auto name = path.lexically_relative(folder.path()).string();
      result += (result.empty() ? "" : " ") + name;
      CHECK((parsed->matches(path) || name.find("loop") != std::string::npos
             || name.find("link") != std::string::npos));
    }
    return result;
  }

  bool matches(const std::string& pattern, const std::string& name) {
    return glob::parse((folder / pattern).string())->matches(folder / name);
  }
};

} // namespace

TEST_CASE_METHOD(folder_tree, "wildcards match within a name") {
  CHECK(expand("*.jsonl") == ".hidden.jsonl a.jsonl b.jsonl");
  CHECK(expand("?.jsonl") == "a.jsonl b.jsonl");
  CHECK(expand("[a-b].*") == "a.jsonl b.jsonl");
  CHECK(expand("[!a].*") == "b.jsonl c.txt");
  CHECK(expand("[[]x].txt") == "[x].txt");
  CHECK(expand("*/a.jsonl") == "sub/a.jsonl");
  CHECK(expand("sub/*.jsonl") == "sub/a.jsonl sub/link.jsonl");
  CHECK(expand("none/*.jsonl").empty());
  CHECK(expand("*.none").empty());
  CHECK(expand("su*").empty()); // a folder is no file
}

TEST_CASE_METHOD(folder_tree, "two stars match any number of folders and follow no loop of links") {
  CHECK(expand("**/a.jsonl") == "a.jsonl sub/a.jsonl sub/deep/a.jsonl");
  CHECK(expand("sub/**/*.csv") == "sub/deep/z.csv");
  CHECK(expand("**/deep/**") == "sub/deep/a.jsonl sub/deep/z.csv");
  CHECK(expand("sub/**") == "sub/a.jsonl sub/deep/a.jsonl sub/deep/z.csv sub/link.jsonl");
}

TEST_CASE_METHOD(folder_tree, "patterns never match the scratch files of sinks", "[P49]") {
  CHECK(expand("*.faucet-tmp").empty());
  CHECK(expand("x*").empty());
}

TEST_CASE_METHOD(folder_tree, "broken patterns are refused") {
  CHECK(expand("[b") == "the bracket in \"[b\" is not closed");
  CHECK(expand("[]") == "the bracket in \"[]\" is not closed");
  CHECK(expand("a**") == "\"**\" must stand alone between slashes");
  CHECK(expand("***") == "\"**\" must stand alone between slashes");
}

TEST_CASE_METHOD(folder_tree, "a pattern matches files that do not exist yet") {
  CHECK(matches("*.jsonl", "new.jsonl"));
  CHECK(matches("**/*.jsonl", "sub/new.jsonl"));
  CHECK(matches("**/*.jsonl", "new.jsonl"));
  CHECK(matches("sub/../*.jsonl", "./new.jsonl"));
  CHECK_FALSE(matches("*.jsonl", "sub/new.jsonl"));
  CHECK_FALSE(matches("*.jsonl", "new.csv"));
  CHECK_FALSE(matches("sub/*", "new.csv"));
}

TEST_CASE_METHOD(folder_tree, "where no links are followed, a pattern that gets to one fails",
                 "[P215]") {
  const auto is_a_link = Catch::Contains("is a link");
  CHECK(expand("*.jsonl", true) == ".hidden.jsonl a.jsonl b.jsonl");
  CHECK(expand("*/a.jsonl", true) == "sub/a.jsonl");
  CHECK_THAT(expand("sub/*.jsonl", true), is_a_link);
  CHECK_THAT(expand("**/*.jsonl", true), is_a_link);
  CHECK_THAT(expand("su[b]/loop/a.jsonl", true), is_a_link);
  CHECK_THAT(expand("sub/l*/a.jsonl", true), is_a_link);
}
