#include "tests/catch.hpp"
#include "tests/connectors/bytes/decompressed.hpp"
#include "tests/connectors/sink_run.hpp"
#include "tests/temp_folder.hpp"

using namespace faucet;
using namespace faucet::test;
using names = std::vector<std::string>;

namespace {

/// What a sink writes into a fresh file for one page.
std::string csv(const std::vector<std::string>& records, std::string_view options = {}) {
  temp_folder folder;
  sink_run{"csv", at(folder, "a.csv", options)}.write(records).close();
  return folder.read("a.csv");
}

} // namespace

TEST_CASE("the header is made of all fields of the first page in the order they are met",
          "[P116]") {
  CHECK(csv({R"({"b":1})", R"({"a":2,"b":3})", R"({"c":true})"}) == "b,a,c\n1,,\n3,2,\n,,true\n");
}

TEST_CASE("cells are quoted where they must be and only there") {
  CHECK(csv({R"({"a b":"plain","c,d":"say \"hi\"","e":"x,y","f":"l1\nl2","g":"\r","h":" s "})"})
        == "a b,\"c,d\",e,f,g,h\nplain,\"say \"\"hi\"\"\",\"x,y\",\"l1\nl2\",\"\r\", s \n");
  CHECK(csv({R"({"a":"=1+1","b":"-2","c":"@x"})"}) == "a,b,c\n=1+1,-2,@x\n");
}

TEST_CASE("a special character at any place of a long cell is seen") {
  for (size_t size : {1U, 15U, 16U, 17U, 33U}) {
    for (size_t at = 0; at < size; ++at) {
      std::string text(size, 'x');
      text[at] = ',';
      REQUIRE(csv({R"({"a":")" + text + R"("})"}) == "a\n\"" + text + "\"\n");
    }
    std::string plain(size, 'x');
    REQUIRE(csv({R"({"a":")" + plain + R"("})"}) == "a\n" + plain + "\n");
  }
}

TEST_CASE("a row whose only cell is empty is not an empty line") {
  CHECK(csv({R"({"a":null})", R"({"a":""})", "{}"}) == "a\n\"\"\n\"\"\n\"\"\n");
}

TEST_CASE("nested values are compact JSON, numbers keep their digits, null is empty") {
  CHECK(csv({R"({"a":[1,{"k":"v"}],"b":{},"c":1.500,"d":null,"e":false,"f":18446744073709551615})"})
        == "a,b,c,d,e,f\n\"[1,{\"\"k\"\":\"\"v\"\"}]\",{},1.500,,false,18446744073709551615\n");
}

TEST_CASE("delimiter and quote can be chosen, as characters or as byte values") {
  CHECK(csv({R"({"a":"x;y","b":"it's"})"}, "delimiter: 59\nquote: \"'\"")
        == "a;b\n'x;y';'it''s'\n");
  CHECK(csv({R"({"a":"1.5","b":1.5})"}, "delimiter: '.'") == "a.b\n\"1.5\".\"1.5\"\n");
  CHECK(csv({R"({"a":1})"}, "write_headers: false") == "1\n");
}

TEST_CASE("a field that turns up later is dropped with one warning", "[P118]") {
  temp_folder folder;
  sink_run run{"csv", at(folder, "a.csv")};
  run.write({R"({"a":1})"}).write({R"({"a":2,"x":3})", R"({"x":3,"a":4})"}).write({R"({"x":1})"});
  run.close();
  CHECK(folder.read("a.csv") == "a\n1\n2\n4\n\"\"\n");
  CHECK(run.warnings() == names{"the field \"x\" is not among the columns and is dropped"});
}

TEST_CASE("a field that turns up later ends the run where it is an error", "[P118]") {
  temp_folder folder;
  sink_run run{"csv", at(folder, "a.csv", "on_unknown_field: error")};
  run.write({R"({"a":1})"}).flush();
  auto refused = run.try_write({R"({"a":2,"x":3})"});
  REQUIRE_FALSE(refused);
  CHECK(render(refused.error())
        == (folder / "a.csv").string() + ": the field \"x\" is not among the columns");
  run.close(ending::failed);
  CHECK(folder.read("a.csv") == "a\n1\n");
}

TEST_CASE("a field that turns up later becomes a column of the whole file", "[P118]") {
  auto name = GENERATE("a.csv", "a.csv.gz", "a.csv.zst");
  auto how = resolve(compression::automatic, name);
  temp_folder folder;
  sink_run run{"csv", at(folder, name, "on_unknown_field: widen")};
  run.write({R"({"a":"x\ny"})", R"({"a":"5\""})"}).flush();
  run.write({R"({"b,c":1})"});
  CHECK(decompressed(folder.read(name), how) == "a\n\"x\ny\"\n\"5\"\"\"\n");
  run.flush();
  CHECK(decompressed(folder.read(name), how) == "a,\"b,c\"\n\"x\ny\",\n\"5\"\"\",\n,1\n");
  run.write({R"({"d":2})"}).write({R"({"a":3})"}).flush().close();
  CHECK(decompressed(folder.read(name), how)
        == "a,\"b,c\",d\n\"x\ny\",,\n\"5\"\"\",,\n,1,\n,,2\n3,,\n");
  CHECK(folder.names() == names{name});
}

TEST_CASE("a file that is appended to can be widened, line ends kept", "[P118]") {
  temp_folder folder;
  folder.write("a.csv", "a\r\n1\r\n");
  sink_run run{"csv", at(folder, "a.csv", "append: true\non_unknown_field: widen")};
  run.write({R"({"a":2,"b":3})"});
  CHECK(folder.read("a.csv") == "a\r\n1\r\n");
  run.close();
  CHECK(folder.read("a.csv") == "a,b\r\n1,\r\n2,3\n");
}

TEST_CASE("appended rows follow the header that is there") {
  temp_folder folder;
  folder.write("a.csv", "b,\"a,x\"\n1,2\n");
  sink_run{"csv", at(folder, "a.csv", "append: true")}.write({R"({"a,x":3,"b":4})"}).close();
  CHECK(folder.read("a.csv") == "b,\"a,x\"\n1,2\n4,3\n");
  sink_run{"csv", at(folder, "new.csv", "append: true")}.write({R"({"a":3})"}).close();
  CHECK(folder.read("new.csv") == "a\n3\n");
}

TEST_CASE("a csv sink that resumes follows the header that is there") {
  auto name = GENERATE("a.csv", "a.csv.gz");
  temp_folder folder;
  sink_run{"csv", at(folder, name)}.write({R"({"a":1,"b":2})"}).flush().close(ending::failed);
  sink_run{"csv", at(folder, name), {.resuming = true}}.write({R"({"b":3})"}).close();
  CHECK(decompressed(folder.read(name), resolve(compression::automatic, name)) == "a,b\n1,2\n,3\n");
}

TEST_CASE("a torn last row is cut at the last record boundary, not within quotes", "[P307]") {
  temp_folder folder;
  folder.write("a.csv", "a,b\n1,\"x\ny\"\n2,\"x\nto");
  sink_run run{"csv", at(folder, "a.csv", "append: true")};
  run.write({R"({"a":3,"b":4})"}).close();
  CHECK(folder.read("a.csv") == "a,b\n1,\"x\ny\"\n3,4\n");
  CHECK(run.warnings().size() == 1);
}

TEST_CASE("a torn last row with too few cells is cut, one with all of them is kept", "[P307]") {
  temp_folder folder;
  folder.write("a.csv", "a,b\n1,2\n3");
  sink_run{"csv", at(folder, "a.csv", "append: true")}.write({R"({"a":5,"b":6})"}).close();
  CHECK(folder.read("a.csv") == "a,b\n1,2\n5,6\n");
  folder.write("b.csv", "a,b\n1,2\n3,\"4\"");
  sink_run run{"csv", at(folder, "b.csv", "append: true")};
  run.write({R"({"a":5,"b":6})"}).close();
  CHECK(folder.read("b.csv") == "a,b\n1,2\n3,\"4\"\n5,6\n");
  CHECK(run.warnings().empty());
}

TEST_CASE("a quote within a plain cell does not open one", "[P307]") {
  temp_folder folder;
  folder.write("a.csv", "a,b\n5\" pipe,2\n3,4\n");
  sink_run run{"csv", at(folder, "a.csv", "append: true")};
  run.write({R"({"a":5,"b":6})"}).close();
  CHECK(folder.read("a.csv") == "a,b\n5\" pipe,2\n3,4\n5,6\n");
  CHECK(run.warnings().empty());
}

TEST_CASE("a record that is no object cannot become a row") {
  temp_folder folder;
  sink_run run{"csv", at(folder, "a.csv")};
  auto refused = run.try_write({"[1]"});
  REQUIRE_FALSE(refused);
  CHECK(render(refused.error())
        == (folder / "a.csv").string() + ": a row needs an object, but the record is: array");
  run.close(ending::failed);
  CHECK(folder.names().empty());
}

TEST_CASE("characters that readers cannot tell apart are refused") {
  CHECK(refused_sink("csv", "path: a\ndelimiter: \"\\n\"")
        == "sink.yaml:2: \"delimiter\" cannot be a line end");
  CHECK(refused_sink("csv", "path: a\nquote: ','")
        == "sink.yaml:2: \"quote\" cannot be the delimiter too");
}

TEST_CASE("more unknown fields than memory should hold are dropped without a word") {
  temp_folder folder;
  sink_run run{"csv", at(folder, "a.csv")};
  run.write({R"({"a":1})"});
  for (int i = 0; i < 300; ++i) {
    run.write({R"({"x)" + std::to_string(i) + R"(":1})"});
  }
  run.close();
  CHECK(run.warnings().size() == 101);
}
