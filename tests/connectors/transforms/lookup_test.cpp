#include "model/page_builder.hpp"
#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"
#include "tests/temp_folder.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>

using namespace faucet::test;
using texts = std::vector<std::string>;

namespace {

/// Options of a lookup of `id` among `values`.
std::string options(std::string_view values, std::string_view more = "") {
  return R"({"values":)" + std::string{values}
         + R"(,"on":{"record":"id","ref":"c"},"add":{"name":"n"})" + std::string{more} + "}";
}

std::string file_options(const std::filesystem::path& path) {
  return R"({"jsonl":")" + path.string()
         + R"(","on":{"record":"id","ref":"c"},"add":{"name":"n"}})";
}

} // namespace

TEST_CASE("lookup finds numbers by value and by their plain text", "[P124]") {
  auto ref = options(R"([{"c":1,"n":"one"},{"c":"1.0","n":"text"},{"c":1.5,"n":"half"},)"
                     R"({"c":1e3,"n":"thousand"},{"c":9007199254740993,"n":"big"},)"
                     R"({"c":true,"n":"yes"},{"c":null,"n":"nil"},{"n":"none"},)"
                     R"({"c":1234567890123456789012345678901234567890.5,"n":"long"}])");
  auto name = [&](std::string_view id) {
    auto rows = run_transform("lookup", ref, {R"({"id":)" + std::string{id} + "}"});
    auto found = rows.at(0).rfind(R"("name":)");
    return rows.at(0).substr(found + 7, rows.at(0).size() - found - 8);
  };
  CHECK(name("1") == R"("one")");
  CHECK(name("1.0") == R"("one")");
  CHECK(name("10e-1") == R"("one")");
  CHECK(name(R"("1")") == R"("one")");
  CHECK(name(R"("1.0")") == R"("text")");
  CHECK(name(R"("01")") == "null");
  CHECK(name("1.50") == R"("half")");
  CHECK(name(R"("1.5")") == R"("half")");
  CHECK(name("1000") == R"("thousand")");
  CHECK(name("9007199254740993") == R"("big")");
  CHECK(name("9007199254740992") == "null");
  CHECK(name("true") == R"("yes")");
  CHECK(name("null") == "null");
  CHECK(name(R"("")") == "null");
}

TEST_CASE("lookup takes the first of several rows with one key") {
  CHECK(run_transform("lookup", options(R"([{"c":1,"n":"a"},{"c":1.0,"n":"b"}])"), {R"({"id":1})"})
        == texts{R"({"id":1,"name":"a"})"});
}

TEST_CASE("lookup sets fields in place or at the end, null where there is no match") {
  auto with_more = R"({"values":[{"c":1,"n":{"q":[1.5]}},{"c":2}],)"
                   R"("on":{"record":"id","ref":"c"},"add":{"a":"n","b":"zz"}})";
  CHECK(run_transform("lookup", with_more, {R"({"id":1})", R"({"a":4,"id":2})", R"({"x":1})", "5"})
        == texts{R"({"id":1,"a":{"q":[1.5]},"b":null})", R"({"a":null,"id":2,"b":null})",
                 R"({"x":1,"a":null,"b":null})", "5"});
}

TEST_CASE("a record without a match is kept, or ends the run, as lookup is told") {
  CHECK(run_transform("lookup", options("[]", R"(,"on_missing":"keep")"),
                      {R"({"id":1,"name":"old"})", R"({"x":1})"})
        == texts{R"({"id":1,"name":"old"})", R"({"x":1})"});
  auto strict = options(R"([{"c":1,"n":"a"}])", R"(,"on_missing":"error")");
  CHECK(run_transform("lookup", strict, {R"({"id":1})", R"({"id":"é7"})"})
        == texts{R"(record 2, field "id": no reference row matches "é7")"});
  CHECK(run_transform("lookup", strict, {R"({"x":1})"}).at(0).find("record 1, field \"id\": ")
        == 0);
  auto message = run_transform("lookup", strict, {R"({"id":")" + std::string(5000, 'x') + R"("})"});
  CHECK(message.at(0).size() < 200);
}

TEST_CASE("lookup reads its reference rows from a file when the run begins") {
  temp_folder folder;
  folder.write("ref.jsonl", "{\"c\":1,\"n\":1.50}\n\n{\"c\":\"é\",\"n\":\"ü\"}\r\n{\"c\":2}");
  CHECK(run_transform("lookup", file_options(folder / "ref.jsonl"),
                      {R"({"id":1})", R"({"id":"é"})", R"({"id":2})"})
        == texts{R"({"id":1,"name":1.50})", R"({"id":"é","name":"ü"})", R"({"id":2,"name":null})"});
}

TEST_CASE("lookup finds every row of a file of many pages") {
  constexpr int count = 60000;
  std::string content;
  for (int i = 0; i < count; ++i) {
    content += R"({"c":)" + std::to_string(i) + R"(,"n":"a name of some length, number )"
               + std::to_string(i) + "\"}\n";
  }
  temp_folder folder;
  folder.write("ref.jsonl", content);
  REQUIRE(content.size() > 3 * faucet::max_page_bytes);
  for (auto i : {0, 1, count / 2, count - 1}) {
    auto id = std::to_string(i);
    CHECK(run_transform("lookup", file_options(folder / "ref.jsonl"), {R"({"id":)" + id + "}"})
          == texts{R"({"id":)" + id + R"(,"name":"a name of some length, number )" + id + "\"}"});
  }
}

TEST_CASE("reference rows outlive the lookup they came from") {
  auto made = make_transform("lookup", options(R"([{"c":1,"n":"a text of some length"}])"));
  REQUIRE(made);
  faucet::page_builder builder;
  std::vector<faucet::value> cells{faucet::value::of_int(1)};
  builder.add(builder.object(faucet::make_shape({"id"}), cells));
  faucet::page_cursor input{builder.finish(), 1};
  auto result = (*made)->apply(input);
  made->reset();
  REQUIRE(result);
  CHECK(result->rows()[0].as_object().find("name")->as_text() == "a text of some length");
}

TEST_CASE("a lookup file that is missing or wrong is named") {
  temp_folder folder;
  auto message = [&](std::string_view name) {
    return run_transform("lookup", file_options(folder / name), {}).at(0);
  };
  auto begins = [&](std::string_view name, const std::string& behind) {
    return message(name).find((folder / name).string() + behind) == 0;
  };
  CHECK(begins("nowhere.jsonl", ": "));
  CHECK(message("nowhere.jsonl").find("No such file") != std::string::npos);
  CHECK(begins("", ": "));
  folder.write("number.jsonl", "{\"c\":1}\n\n5\n");
  CHECK(begins("number.jsonl", ": expected an object as reference row 2, found "));
  folder.write("torn.jsonl", "{\"c\":1}\n{\"c\":");
  CHECK(begins("torn.jsonl", ":2: "));
}

TEST_CASE("mistakes in the options of lookup are told with file and line") {
  auto message = [](std::string_view text) { return run_transform("lookup", text, {}).at(0); };
  CHECK(message(R"({"on":{"record":"id","ref":"c"},"add":{"a":"b"}})").find("exactly one of values")
        != std::string::npos);
  CHECK(message(R"({"values":[],"jsonl":"x","on":{"record":"id","ref":"c"},"add":{"a":"b"}})")
          .find("test.yaml:3: ")
        == 0);
  CHECK(message(options("[5]")).find("expected a map") != std::string::npos);
  CHECK(message(R"({"values":[],"on":{"record":"id","ref":"c"},"add":{}})").find("test.yaml:4: ")
        == 0);
  CHECK(
    message(R"({"values":[],"on":{"record":"","ref":"c"},"add":{"a":"b"}})").find("test.yaml:3: ")
    == 0);
}
