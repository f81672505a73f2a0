#include "config/document.hpp"
#include "config/tree_builder.hpp"
#include "tests/catch.hpp"
#include "tests/config/node_text.hpp"
#include "tests/temp_folder.hpp"

using namespace faucet;

namespace {

std::string parsed(std::string_view text, const std::string& name = "p.yaml") {
  auto result = parse_document(text, name);
  return result ? node_text(*result) : render(result.error());
}

std::string json(std::string_view text) {
  return parsed(text, "p.json");
}

std::string scalar(const std::string& text) {
  return parsed("x: " + text + "\n");
}

std::string repeated(std::string_view text, size_t times) {
  std::string result;
  for (size_t i = 0; i < times; ++i) {
    result += text;
  }
  return result;
}

} // namespace

// -- scalars ----------------------------------------------------------------------

TEST_CASE("scalars without quotes follow the core schema of YAML") {
  CHECK(scalar("true") == "{x:true}");
  CHECK(scalar("False") == "{x:false}");
  CHECK(scalar("null") == "{x:null}");
  CHECK(scalar("~") == "{x:null}");
  CHECK(scalar("") == "{x:null}");
  CHECK(scalar("12") == "{x:12}");
  CHECK(scalar("+12") == "{x:12}");
  CHECK(scalar("-9223372036854775808") == "{x:-9223372036854775808}");
  CHECK(scalar("18446744073709551615") == "{x:18446744073709551615}");
  CHECK(scalar("0x1F") == "{x:31}");
  CHECK(scalar("-0o17") == "{x:-15}");
  CHECK(scalar("0b101") == "{x:5}");
}

TEST_CASE("yes and no, dates, times, names with leading zeros and quoted numbers stay text") {
  for (auto text : {"yes", "no", "on", "off", "2024-01-01", "2024-01-01T00:00:00Z", "12:30:45",
                    "1_000", "007", "0x", "1e", ".", "+", "1.2.3", "0xZZ", "--1", "1 2"}) {
    CHECK(scalar(text) == "{x:\"" + std::string{text} + "\"}");
  }
  CHECK(scalar("\"12\"") == "{x:\"12\"}");
  CHECK(scalar("'true'") == "{x:\"true\"}");
  CHECK(scalar("\"\"") == "{x:\"\"}");
  CHECK(scalar("|\n  12\n") == "{x:\"12\\n\"}");
}

TEST_CASE("numbers beyond 64 bits and all fractions keep every digit") {
  CHECK(scalar("18446744073709551616") == "{x:<18446744073709551616>}");
  CHECK(scalar("-9223372036854775809") == "{x:<-9223372036854775809>}");
  CHECK(scalar("1.10") == "{x:<1.10>}");
  CHECK(scalar("0.10000000000000000000001") == "{x:<0.10000000000000000000001>}");
  CHECK(scalar("1e400") == "{x:<1e400>}");
  CHECK(scalar("1E+5") == "{x:<1E+5>}");
  CHECK(scalar("-0") == "{x:<-0>}");
}

TEST_CASE("a fraction in YAML's looser spelling becomes one of JSON") {
  CHECK(scalar(".5") == "{x:<0.5>}");
  CHECK(scalar("+1.5") == "{x:<1.5>}");
  CHECK(scalar("5.") == "{x:<5.0>}");
  CHECK(scalar("1.e3") == "{x:<1.0e3>}");
  CHECK(scalar("-00.5") == "{x:<-0.5>}");
}

TEST_CASE("numbers that are not finite are refused with their line") {
  CHECK(parsed("a: 1\nx: .inf\n").starts_with("p.yaml:2: .inf is not supported"));
  CHECK(scalar("-.INF").starts_with("p.yaml:1: -.INF is not supported"));
  CHECK(scalar(".NaN").starts_with("p.yaml:1: .NaN is not supported"));
}

TEST_CASE("explicit tags of YAML's own are followed and others refused") {
  CHECK(scalar("!!str 12") == "{x:\"12\"}");
  CHECK(scalar("!!int \"12\"") == "{x:12}");
  CHECK(scalar("!!float 3") == "{x:<3.0>}");
  CHECK(scalar("!!bool \"true\"") == "{x:true}");
  CHECK(scalar("!!null \"\"") == "{x:null}");
  CHECK(scalar("!!int abc") == "p.yaml:1: the tag !!int does not fit here or is not supported");
  CHECK(scalar("!secret abc") == "p.yaml:1: the tag !secret does not fit here or is not supported");
  CHECK(scalar("!env {a: 1}") == "p.yaml:1: the tag !env does not fit here or is not supported");
}

// -- places -----------------------------------------------------------------------

TEST_CASE("every node and key of a YAML file knows its line and column") {
  auto tree = parse_document("a: 1\nb:\n  - x\n  - {k: \"v\"}\nempty:\nlast: ''\n", "p.yaml");
  REQUIRE(tree);
  const auto& entries = *tree->map();
  CHECK(to_string(entries[1].where) == "p.yaml:2");
  const auto& items = *entries[1].value.list();
  CHECK(to_string(items[0].where()) == "p.yaml:3");
  CHECK(items[0].where().column == 5);
  CHECK(to_string(items[1].find("k")->where()) == "p.yaml:4");
  CHECK(items[1].find("k")->where().column == 9);
  CHECK(to_string(tree->find("empty")->where()) == "p.yaml:5");
  CHECK(to_string(tree->find("last")->where()) == "p.yaml:6");
}

TEST_CASE("every node and key of a JSON file knows its line and column") {
  auto tree = parse_document(
    "{\n \"a\": [1,\n  -2.50, \"x\\\"]\", true],\n\t\"b\" : {\"c\"\n:null}}", "p.json");
  REQUIRE(tree);
  const auto& items = *tree->find("a")->list();
  CHECK(to_string(tree->map()->front().where) == "p.json:2");
  CHECK(items[0].where().line == 2);
  CHECK(items[0].where().column == 8);
  CHECK(items[1].where().line == 3);
  CHECK(items[2].where().column == 10);
  CHECK(items[3].where().column == 18);
  CHECK(tree->map()->back().where.line == 4);
  CHECK(tree->find("b")->map()->front().where.column == 9);
  CHECK(tree->find("b")->find("c")->where().line == 5);
}

// -- YAML structure ---------------------------------------------------------------

TEST_CASE("keys that look like numbers, booleans or null are taken as they are written") {
  CHECK(parsed("1: a\ntrue: b\n1.50: c\nnull: d\n~: e\n")
        == "{1:\"a\",true:\"b\",1.50:\"c\","
           "null:\"d\",~:\"e\"}");
  CHECK(parsed("a: 1\n: x\n") == "p.yaml:2: a value without a key");
  CHECK(parsed("a: 1\n? [x]\n: y\n") == "p.yaml:2: a key must be text, not a list or a map");
}

TEST_CASE("aliases stand for what their anchors name") {
  CHECK(parsed("a: &x {k: [1, 2]}\nb: *x\nc: &s text\n*s : *s\n")
        == "{a:{k:[1,2]},b:{k:[1,2]},c:\"text\",text:\"text\"}");
  CHECK(parsed("a: 1\nb: *x\n").starts_with("p.yaml:2: not valid YAML: "));
}

TEST_CASE("merge keys give their entries, explicit keys and earlier maps win") {
  CHECK(parsed("base: &b {p: 1, q: 2}\nx:\n  a: 0\n  <<: *b\n  q: 3\n")
        == "{base:{p:1,q:2},x:{a:0,p:1,q:3}}");
  CHECK(parsed("x:\n  <<: [{p: 1, q: 2}, {q: 3, r: 4}]\n  s: 5\n") == "{x:{p:1,q:2,r:4,s:5}}");
  CHECK(parsed("x: {\"<<\": 1}\n") == "{x:{<<:1}}");
  CHECK(parsed("a: 1\nx:\n  <<: 5\n") == "p.yaml:3: a merge key << takes a map or a list of maps");
  CHECK(parsed("x: {<<: [{p: 1}, 5]}\n")
        == "p.yaml:1: a merge key << takes a map or a list of maps");
  CHECK(parsed("x: {<<: {p: 1}, <<: {p: 2}}\n")
        == "p.yaml:1: duplicate key \"<<\", first on line 1");
}

TEST_CASE("duplicate keys are refused with both lines") {
  CHECK(parsed("a: 1\nb: 2\nx:\n  k: 1\n  j: 2\n  k: 3\n")
        == "p.yaml:6: duplicate key \"k\", first on line 4");
  CHECK(json("{\"a\": 1,\n\"\\u0061\": 2}") == "p.json:2: duplicate key \"a\", first on line 1");
}

TEST_CASE("nesting beyond the limit is refused at once") {
  auto deepest = repeated("[", max_nesting) + repeated("]", max_nesting);
  CHECK_FALSE(parsed(deepest).starts_with("p."));
  CHECK_FALSE(json(deepest).starts_with("p."));
  for (auto opening : {"[", "{", "- ", "? ", "[[", "{a: ", "{\"a\":"}) {
    INFO(opening);
    CHECK(parsed(repeated(opening, 100'000)).starts_with("p.yaml:1: "));
    CHECK(json(repeated(opening, 100'000)).starts_with("p.json:1: "));
  }
  CHECK(parsed("a:\n" + repeated("[", 200))
        == "p.yaml:2: not valid YAML: nested deeper than 128 levels");
  CHECK(json("{\"a\":\n" + repeated("[", 200)) == "p.json:2: nested deeper than 128 levels");
}

TEST_CASE("aliases that multiply are refused before they fill the memory") {
  std::string bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
  for (int i = 1; i < 20; ++i) {
    auto previous = "*a" + std::to_string(i - 1);
    auto name = "a" + std::to_string(i);
    bomb += name + ": &" + name + " [" + previous + repeated("," + previous, 9) + "]\n";
  }
  CHECK(parsed(bomb) == "p.yaml:5: aliases stand for more than 100000 nodes");
}

TEST_CASE("nesting that aliases build up counts as nesting") {
  std::string tower = "a0: &a0 [x]\n";
  for (int i = 1; i < 200; ++i) {
    tower +=
      "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + "]\n";
  }
  CHECK(parsed(tower).ends_with("nested deeper than 128 levels"));
}

TEST_CASE("an alias inside of what it stands for is refused") {
  CHECK(parsed("a: 1\nb: &b [1, *b]\n") == "p.yaml:2: an alias inside of what it stands for");
  CHECK(parsed("a: &a\n  b: {c: *a}\n") == "p.yaml:2: an alias inside of what it stands for");
}

TEST_CASE("one file holds one document") {
  CHECK(parsed("a: 1\n---\nb: 2\n")
        == "p.yaml:2: not valid YAML: a second document begins here; give one a file");
  CHECK(parsed("%YAML 1.2\n---\na: 1\n...\n") == "{a:1}");
  CHECK(parsed("") == "p.yaml: the file is empty");
  CHECK(parsed("# nothing\n") == "p.yaml: the file is empty");
  CHECK(parsed("---\n") == "null");
}

TEST_CASE("broken YAML is an error with its line") {
  CHECK(parsed("a: 1\nb: c: d\n").starts_with("p.yaml:2: not valid YAML: "));
  CHECK(parsed("a: [1,\n").starts_with("p.yaml:"));
  CHECK(parsed("a: 1\nb: @x\n").starts_with("p.yaml:2: not valid YAML: "));
  CHECK(parsed("a: \"x\nb: 1\n") == "p.yaml:1: not valid YAML: a quote that is never closed");
  CHECK(parsed("a: &x 'it''s\nb: 1\n") == "p.yaml:1: not valid YAML: a quote that is never closed");
  CHECK(parsed("a: \"\\q\"\n").starts_with("p.yaml:1: not valid YAML: "));
}

TEST_CASE("a tab in the indentation is named as such") {
  CHECK(parsed("a:\n  b: 1\n\tc: 2\n")
        == "p.yaml:3: not valid YAML: a tab in the indentation; use spaces");
  CHECK(parsed("a:\n\tb: 1\n") == "p.yaml:2: not valid YAML: a tab in the indentation; use spaces");
  CHECK(parsed("a:\tb\n") == "{a:\"b\"}");
}

TEST_CASE("invalid UTF-8 and control characters are refused with their line") {
  CHECK(parsed("a: 1\nb: \"\xff\"\n") == "p.yaml:2: not valid UTF-8");
  CHECK(parsed("a: \xed\xa0\x80\n") == "p.yaml:1: not valid UTF-8");
  CHECK(parsed(std::string_view{"a: 1\nb: \0\n", 10}).starts_with("p.yaml:2: a control character"));
  CHECK(parsed("\xef\xbb\xbf"
               "a: é\r\nb: 1\r\n")
        == "{a:\"é\",b:1}");
}

// -- JSON -------------------------------------------------------------------------

TEST_CASE("JSON escapes, surrogate pairs, tabs and numbers are read exactly") {
  CHECK(json("{\"a\":\t\"\\ud83d\\ude00\\/\\u00e9\\n\"}") == "{a:\"😀/é\\n\"}");
  CHECK(json("[1, -0, 1.10, 1E5, 18446744073709551615, 18446744073709551616, -1]")
        == "[1,<-0>,<1.10>,<1E5>,18446744073709551615,<18446744073709551616>,-1]");
  CHECK(json("{\"yes\": \"true\", \"n\": null}") == "{yes:\"true\",n:null}");
  CHECK(json("\xef\xbb\xbf[{}, [], {\"a\": {}}]") == "[{},[],{a:{}}]");
}

TEST_CASE("JSON files are strict JSON") {
  for (auto text : {"{\"a\": 1,}", "{a: 1}", "{'a': 1}", "[1, 2", "{\"a\": 1} x", "[01]", "[.5]",
                    "[\"\\ud83d\"]", "[\"a\tb\"]", "// c\n1", "", "[NaN]", "[\"a\nb\"]"}) {
    INFO(text);
    CHECK(json(text).starts_with("p.json:"));
  }
  CHECK(json("{\n\"a\": 1,\n}").starts_with("p.json:3: not valid JSON: syntax error"));
}

// -- files ------------------------------------------------------------------------

TEST_CASE("a file that is missing, a folder or endless is refused by name") {
  auto failure = [](const std::string& path) {
    auto result = load_document(path);
    return result ? "read" : render(result.error());
  };
  CHECK(failure("no/such/file.yaml")
        == "no/such/file.yaml: cannot be read: No such file or directory");
  CHECK(failure("/tmp") == "/tmp: cannot be read: Is a directory");
  CHECK(failure("/dev/zero") == "/dev/zero: is larger than 4194304 bytes");
}

TEST_CASE("a file is named in messages as the user gave it") {
  test::temp_folder folder;
  folder.write("p.yaml", "a: 1\na: 2\n");
  auto path = (folder / "p.yaml").string();
  auto result = load_document(path);
  REQUIRE_FALSE(result);
  CHECK(result.error().which == path + ":2");
}

// -- garbage ----------------------------------------------------------------------

TEST_CASE("mangled documents end in a tree or an error, never in a crash") {
  const std::string seeds[] = {
    "version: 1\npipeline:\n  source: {type: csv, config: {path: \"a\\u00e9.csv\"}}\n  "
    "transforms:\n"
    "    - &t {type: set, config: {values: {a: 1.5, <<: {b: 2}}}}\n    - *t\n  sink:\n    type: "
    "jsonl\n"
    "    config: |\n      text\n",
    "{\"a\": [1, -2.5e3, true, null, \"\\ud83d\\ude00\"], \"b\": {\"c\": [[], {}]}}",
  };
  const std::string_view splices[] = {"&x ", "*x", "!!int ", "<<: ", "[",  "]",    "{",
                                      "}",   "- ", "? ",     ": ",   "\n", "\t",   "\"",
                                      "'",   "|",  ">",      "%",    "#",  "---\n"};
  uint64_t state = 12345;
  auto draw = [&state](size_t below) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<size_t>(state >> 33) % below;
  };
  size_t trees = 0;
  for (int round = 0; round < 4000; ++round) {
    auto text = seeds[draw(2)];
    for (size_t edits = 1 + draw(6); edits > 0; --edits) {
      auto at = draw(text.size() + 1);
      switch (draw(4)) {
        case 0:
          text.insert(at, splices[draw(std::size(splices))]);
          break;
        case 1:
          text.erase(at, 1 + draw(8));
          break;
        case 2:
          text.insert(at, 1, static_cast<char>(draw(256)));
          break;
        default:
          text.insert(at, text.substr(draw(text.size() + 1), draw(40)));
      }
    }
    trees += parse_document(text, "p.yaml").has_value() ? 1 : 0;
    trees += parse_document(text, "p.json").has_value() ? 1 : 0;
  }
  CHECK(trees > 0);
}
