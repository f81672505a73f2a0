#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

namespace {

/// What becomes of one key.
std::string renamed(const std::string& pattern, const std::string& replacement,
                    const std::string& key) {
  auto result = run_transform(
    "rename_keys", R"({"pattern":")" + pattern + R"(","replacement":")" + replacement + "\"}",
    {"{\"" + key + "\":1}"});
  return result[0].starts_with("{\"") ? result[0].substr(2, result[0].size() - 6) : result[0];
}

} // namespace

TEST_CASE("rename_keys reaches keys at every depth and keeps their places") {
  CHECK(
    run_transform(
      "rename_keys", R"({"pattern":"^_sdc_","replacement":""})",
      {R"({"z":[1.0],"_sdc_a":1,"b":{"_sdc_c":{}},"l":[{"_sdc_d":1},[{"_sdc_e":2}],3]})",
       R"([{"_sdc_a":1}])", "5"})
    == texts{R"({"z":[1.0],"a":1,"b":{"c":{}},"l":[{"d":1},[{"e":2}],3]})", R"([{"a":1}])", "5"});
}

TEST_CASE("every match in a key is replaced") {
  CHECK(renamed("a", "c", "banana") == "bcncnc");
  CHECK(renamed("", "-", "a\u00e9") == "-a-\u00e9-");
  CHECK(renamed(".*", "z", "abc") == "z");
  CHECK(renamed("x*", "-", "axb") == "-a-b-");
  CHECK(renamed("^a", "", "aab") == "ab");
  CHECK(renamed("\\\\bb", "_", "ab b") == "ab _");
}

TEST_CASE("a replacement refers to groups by number and by name") {
  CHECK(renamed("(a)(?P<n>b)", "$n-$1-$0", "xab") == "xb-a-ab");
  CHECK(renamed("(a)(?<n>b)", "${n}x${1}x", "ab") == "bxax");
  CHECK(renamed("(a)", "$$1 $ $", "a") == "$1 $ $");
  CHECK(renamed("(a)|b", "<$1>", "b") == "<>");
  CHECK(renamed("a", "${0", "a") == "${0");
}

TEST_CASE("a replacement that refers to a missing group is refused with its place") {
  CHECK(renamed("(a)", "$1x", "a")
        == R"(test.yaml:3: replacement: the pattern has no group "1x" )"
           R"((${1}x is group 1 and an x, $1x is a group named 1x))");
}

TEST_CASE("a pattern that is no regular expression is refused with its place") {
  CHECK(renamed("(", "", "a") == "test.yaml:2: pattern is no regular expression: missing ): (");
}

TEST_CASE("keys that become one are an error that names the record") {
  CHECK(run_transform("rename_keys", R"({"pattern":"a","replacement":"c"})",
                      {R"({"x":{"aa":1}})", R"({"x":[{"aa":1,"ac":2}]})"})
        == texts{R"(record 2: fields "aa" and "ac" would both be named "cc")"});
}
