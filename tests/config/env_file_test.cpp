#include "config/env_file.hpp"
#include "tests/catch.hpp"
#include "tests/temp_folder.hpp"

using namespace faucet;

namespace {

/// "NAME=text;…", or the failure.
std::string variables_in(std::string_view text) {
  environment outer{{{"HOME", "/root"}}};
  auto result = parse_env_text(text, "t.env", outer);
  if (!result) {
    return render(result.error());
  }
  std::string shown;
  for (const auto& [name, value] : *result) {
    shown += name + "=" + value + ";";
  }
  return shown;
}

} // namespace

TEST_CASE("a file of variables may hold comments, quotes, escapes and export") {
  CHECK(variables_in("# comment\n\nA=1\nexport B = two words # comment\nC=\n  D=a#b\r\nE=a=b")
        == "A=1;B=two words;C=;D=a#b;E=a=b;");
  CHECK(variables_in("A=\"a # b\\n\\\"q\\\"\" # c\nB='as $it \\n is'\nC=\"two\nlines\"\nD=a\\ b\n")
        == "A=a # b\n\"q\";B=as $it \\n is;C=two\nlines;D=a b;");
}

TEST_CASE("variables of outside and of lines above are put in") {
  CHECK(variables_in("A=$HOME/x\nB=\"${A}y\"\nC='$A'\nD=\\$A\nE=5$\nF=${\n")
        == "A=/root/x;B=/root/xy;C=$A;D=$A;E=5$;F=${;");
  CHECK(variables_in("A=1\nB=$NOPE\n")
        == "t.env:2: $NOPE is not set; put single quotes around a text with a dollar");
}

TEST_CASE("a line that sets no variable is an error with file and line") {
  CHECK(variables_in("A=1\nB\n") == "t.env:2: expected NAME=text");
  CHECK(variables_in("A: 1\n") == "t.env:1: expected NAME=text");
  CHECK(variables_in("=1\n") == "t.env:1: expected NAME=text");
  CHECK(variables_in("9A=1\n") == "t.env:1: expected NAME=text");
  CHECK(variables_in("A=1\nA=2\n") == "t.env:2: duplicate variable A");
  CHECK(variables_in("A=1\nB=\"x\n\n") == "t.env:2: a quote that is never closed");
  CHECK(variables_in("A='x\n") == "t.env:1: a quote that is never closed");
  CHECK(variables_in("A=\"x\ny\" z\n") == "t.env:2: text behind a closing quote");
  CHECK(variables_in("A=\xff\n") == "t.env: not valid UTF-8");
}

TEST_CASE("the process's own variables win over those of a file") {
  test::temp_folder folder;
  folder.write(".env", "A=file\nB=file\n");
  environment variables{{{"A", "process"}}};
  REQUIRE(variables.add_file((folder / ".env").string()));
  CHECK(variables.find("A") == "process");
  CHECK(variables.find("B") == "file");
  CHECK_FALSE(variables.find("C"));
  CHECK_FALSE(variables.add_file((folder / "missing").string()));
}

TEST_CASE("the environment of the process is seen") {
  ::setenv("FAUCET_TEST_VARIABLE", "a=b", 1);
  CHECK(environment::of_process().find("FAUCET_TEST_VARIABLE") == "a=b");
  ::unsetenv("FAUCET_TEST_VARIABLE");
}
