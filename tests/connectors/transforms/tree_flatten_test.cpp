#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

namespace {

/// A report as accounting systems give it.
const std::string report =
  R"({"Columns":{"Column":[{"ColTitle":"Account"},{"ColTitle":"Total"}]},"Rows":{"Row":[)"
  R"({"Header":{"ColData":[{"value":"Income"}]},"Rows":{"Row":[)"
  R"({"ColData":[{"value":"Sales"},{"value":1.50}]},)"
  R"({"Header":{"ColData":[{"value":"Öther"}]},"ColData":[{"value":"sub"},{"value":9}],)"
  R"("Rows":{"Row":[{"ColData":[{"value":"Deep"},{"value":2}]}]}}]}},)"
  R"({"ColData":[{"value":""},{"value":null}]},{"ColData":[{"value":"Top"},{"value":7}]}]}})";

const std::string tree = R"({"n":"a","kids":[{"n":"b","c":[1,{"value":3},{"v":4}]},)"
                         R"({"n":"c","kids":[{"n":"d","c":["x"]},5]},{"n":"z","c":7,"kids":[]}]})";

/// Options of a tree of `kids`.
std::string kids(std::string_view more) {
  return R"({"children":"kids",)" + std::string{more} + "}";
}

} // namespace

TEST_CASE("tree_flatten makes a record of each leaf with header, labels and path") {
  CHECK(
    run_transform(
      "tree_flatten",
      R"({"root":"Rows.Row","children":"Rows.Row","path_as":"path","columns":{"from":"ColData",)"
      R"("header":"Columns.Column","header_label":"ColTitle"},"ancestors":{"field":)"
      R"("Header.ColData[0].value","as":["section"]},"drop_empty":true,"emit_group_rows":true})",
      {report})
    == texts{R"({"section":"Income","path":"Income","Account":"Sales","Total":1.50})",
             R"({"section":"Income","path":"Income","Account":"sub","Total":9})",
             R"({"section":"Income","ancestor_2":"Öther","path":"Income > Öther",)"
             R"("Account":"Deep","Total":2})",
             R"({"path":"","Account":"Top","Total":7})"});
}

TEST_CASE("cells without a header are numbered") {
  CHECK(run_transform("tree_flatten", kids(R"("columns":{"from":"c"})"), {tree})
        == texts{R"({"col_0":1,"col_1":3,"col_2":{"v":4}})", R"({"col_0":"x"})", "{}", "{}"});
  CHECK(run_transform("tree_flatten", kids(R"("columns":{"from":"c","header":"h"})"),
                      {R"({"h":["A",5,null,""],"kids":[{"c":[1,2,3,4,5]}]})"})
        == texts{R"({"A":1,"5":2,"col_2":3,"col_3":4,"col_4":5})"});
  CHECK(run_transform("tree_flatten", kids(R"("columns":{"from":"c","value":"v"})"),
                      {R"({"kids":[{"c":[{"v":4},{"value":3}]}]})"})
        == texts{R"({"col_0":4,"col_1":{"value":3}})"});
}

TEST_CASE("a field can make a leaf of a node that has children") {
  CHECK(run_transform(
          "tree_flatten",
          R"({"root":"Rows.Row","children":"Rows.Row","leaf":"has_field:ColData",)"
          R"("columns":{"from":"ColData"},"ancestors":{"field":"Header.ColData[0].value"}})",
          {report})
        == texts{R"({"ancestor_1":"Income","col_0":"Sales","col_1":1.50})",
                 R"({"ancestor_1":"Income","col_0":"sub","col_1":9})",
                 R"({"ancestor_1":"Income","ancestor_2":"Öther","col_0":"Deep","col_1":2})",
                 R"({"col_0":"","col_1":null})", R"({"col_0":"Top","col_1":7})"});
}

TEST_CASE("labels that are missing are null and count as nothing in the path") {
  CHECK(run_transform("tree_flatten",
                      kids(R"("columns":{"from":"c"},"ancestors":{"field":"n"},"path_as":"p",)"
                           R"("path_sep":"/")"),
                      {R"({"kids":[{"n":5,"kids":[{"c":[1]}]},{"n":{"o":1},"kids":[{"c":[2]}]}]})"})
        == texts{R"({"ancestor_1":null,"ancestor_2":5,"p":"/5","col_0":1})",
                 R"({"ancestor_1":null,"ancestor_2":{"o":1},"p":"/{\"o\":1}","col_0":2})"});
}

TEST_CASE("groups of cells are merged and must match their headers") {
  auto options = kids(R"("groups":[{"from":"c","header":"h"},)"
                      R"({"from":"d","header":"g","header_label":"t","value":"v"}])");
  auto with = [](std::string_view nodes) {
    return R"({"h":["A","B"],"g":[{"t":"X"}],"kids":[)" + std::string{nodes} + "]}";
  };
  CHECK(run_transform("tree_flatten", options,
                      {with(R"({"c":[1,2],"d":[{"v":5}]},{"c":[3,4],"d":[6]})")})
        == texts{R"({"A":1,"B":2,"X":5})", R"({"A":3,"B":4,"X":6})"});
  CHECK(run_transform("tree_flatten", options, {with(R"({"c":[1,2]})")})
        == texts{R"(record 1, field "d": a node has no list of cells)"});
  CHECK(run_transform("tree_flatten", options, {with(R"({"c":[1],"d":[6]})")})
        == texts{R"(record 1, field "c": a node has 1 cells, but 2 are named)"});
  CHECK(run_transform("tree_flatten", options, {R"({"h":["A"],"kids":[{"c":[1],"d":[6]}]})"})
        == texts{R"(record 1, field "g": there is no list of names for the cells)"});
}

TEST_CASE("two columns of one name are an error, not a lost value", "[P121]") {
  CHECK(run_transform("tree_flatten", kids(R"("columns":{"from":"c","header":"h"})"),
                      {R"({"h":["A","B"],"kids":[{"c":[1,2]}]})",
                       R"({"h":["A","A"],"kids":[{"c":[1]},{"c":[1,2]}]})"})
        == texts{R"(record 2, field "A": two columns of a row have this name)"});
}

TEST_CASE("a tree deeper than max_depth fails its record") {
  auto options = kids(R"("columns":{"from":"c"},"max_depth":3)");
  CHECK(run_transform("tree_flatten", options, {tree}).size() == 4);
  CHECK(
    run_transform("tree_flatten", options, {tree, R"({"kids":[{"kids":[{"kids":[{"c":[1]}]}]}]})"})
    == texts{"record 2: the tree has more than 3 levels (max_depth)"});
}

TEST_CASE("a record without a tree passes and an empty tree gives nothing") {
  texts input{R"({"x":1})", R"({"kids":"text"})", R"({"kids":null})", "5"};
  auto options = kids(R"("root":"kids","columns":{"from":"c"})");
  CHECK(run_transform("tree_flatten", options, input) == input);
  CHECK(run_transform("tree_flatten", options, {R"({"kids":[]})"}).empty());
}

TEST_CASE("mistakes in the options of tree_flatten are told with file and line") {
  auto message = [](const std::string& text) {
    return run_transform("tree_flatten", text, {}).at(0);
  };
  CHECK(message(R"({"children":"kids"})").find("test.yaml:1: tree_flatten needs exactly one") == 0);
  CHECK(message(kids(R"("columns":{"from":"c"},"groups":[{"from":"d","header":"h"}])"))
          .find("test.yaml:4: tree_flatten needs exactly one")
        == 0);
  CHECK(message(kids(R"("groups":[{"from":"d"}])")).find("needs a header") != std::string::npos);
  CHECK(message(kids(R"("columns":{"from":"c"},"leaf":"has_field:")")).find("test.yaml:4: ") == 0);
  CHECK(message(kids(R"("columns":{"from":"c"},"max_depth":0)")).find("test.yaml:4: ") == 0);
  CHECK(message(kids(R"("columns":{"from":"c[*]"})")).find("test.yaml:3: ") == 0);
  CHECK(message(R"({"children":"a..b","columns":{"from":"c"}})").find("test.yaml:2: ") == 0);
  CHECK(message(kids(R"("columns":{"from":"c"},"ancestors":{"field":""})")).find("test.yaml:4: ")
        == 0);
}
