#include "tests/catch.hpp"
#include "tests/connectors/sink_run.hpp"
#include "tests/temp_folder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

using namespace faucet;
using namespace faucet::test;

namespace {

/// Puts another file in the place of a stream while it lives.
class redirected {
public:
  redirected(int stream, int to) : stream_(stream), former_(::dup(stream)) {
    std::fflush(nullptr);
    ::dup2(to, stream);
  }

  redirected(const redirected&) = delete;
  redirected& operator=(const redirected&) = delete;

  ~redirected() {
    std::fflush(nullptr);
    ::dup2(former_, stream_);
    ::close(former_);
  }

private:
  int stream_;
  int former_;
};

/// What a sink prints for pages of records.
std::string printed(std::string_view yaml, const std::vector<std::vector<std::string>>& pages,
                    int stream = STDOUT_FILENO) {
  temp_folder folder;
  auto file = ::open((folder / "out").c_str(), O_WRONLY | O_CREAT, 0600);
  {
    redirected there{stream, file};
    sink_run run{"stdout", yaml};
    for (const auto& page : pages) {
      run.write(page);
    }
    run.close();
  }
  ::close(file);
  return folder.read("out");
}

} // namespace

TEST_CASE("the stdout sink prints JSON Lines, or pretty JSON") {
  std::vector<std::vector<std::string>> pages{{R"({"a":[1],"b":"x"})", "5"}};
  CHECK(printed("{}", pages) == "{\"a\":[1],\"b\":\"x\"}\n5\n");
  CHECK(printed("format: pretty_json", pages)
        == "{\n  \"a\": [\n    1\n  ],\n  \"b\": \"x\"\n}\n5\n");
  CHECK(printed("destination: stderr", pages, STDERR_FILENO) == "{\"a\":[1],\"b\":\"x\"}\n5\n");
}

TEST_CASE("the stdout sink prints rows under a header, columns in the record's order") {
  std::vector<std::vector<std::string>> pages{{R"({"b":"t\tu\nv","a":"q\"x,y"})"},
                                              {R"({"a":{"k":1},"b":null})"}};
  CHECK(printed("format: csv", pages) == "b,a\n\"t\tu\nv\",\"q\"\"x,y\"\n,\"{\"\"k\"\":1}\"\n");
  CHECK(printed("format: tsv", pages) == "b\ta\nt u v\tq\"x,y\n\t{\"k\":1}\n");
}

TEST_CASE("the stdout sink prints no more records than it may") {
  CHECK(printed("max_records: 3", {{"1", "2"}, {"3", "4"}, {"5"}}) == "1\n2\n3\n");
  CHECK(printed("max_records: 0", {{"1"}}).empty());
  CHECK(printed("flush_per_record: true", {{"1", "2"}}) == "1\n2\n");
}

TEST_CASE("what is printed is there after each page, without a flush") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  {
    redirected there{STDOUT_FILENO, ends[1]};
    sink_run run{"stdout", "{}"};
    run.write({"1"});
    char text[8];
    CHECK(::read(ends[0], text, sizeof text) == 2);
    run.close();
  }
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_CASE("a reader of stdout that went away is an error, not a signal") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  ::close(ends[0]);
  expected<void> refused;
  {
    redirected there{STDOUT_FILENO, ends[1]};
    sink_run run{"stdout", "{}"};
    refused = run.try_write({"1"});
    CHECK_FALSE(run.driver().flush()); // the gap is not forgotten
  }
  ::close(ends[1]);
  REQUIRE_FALSE(refused);
  CHECK(render(refused.error()) == "stdout: cannot write: Broken pipe");
}

TEST_CASE("rows of the stdout sink need objects") {
  CHECK(refused_sink("stdout", "format: xml").starts_with("sink.yaml:1: format: expected one of"));
  auto sink = make_sink("stdout", "format: csv");
  REQUIRE(sink);
  REQUIRE((*sink)->open({}, {}));
  auto refused = (*sink)->write(page_of({"5"}));
  REQUIRE_FALSE(refused);
  CHECK(render(refused.error()) == "stdout: a row needs an object, but the record is: integer");
}
