#include "connectors/transforms/field_digest.hpp"
#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

namespace {

std::string hashed(const std::string& options, const std::string& json) {
  auto result =
    run_transform("hash", "{\"fields\":[\"v\"]" + options + "}", {"{\"v\":" + json + "}"})[0];
  return result.starts_with("{\"v\":") ? result.substr(5, result.size() - 6) : result;
}

} // namespace

TEST_CASE("hash gives the SHA-256 of a text, and a number counts as its text") {
  auto wanted = "\"6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b\"";
  CHECK(hashed("", "\"1\"") == wanted);
  CHECK(hashed("", "1") == wanted);
  CHECK(hashed("", "true")
        == "\"b5bea41b6c623f7c09f1bf24dcae58ebab3c0cdd90ad966bc43a45b44867e12b\"");
  CHECK(hashed("", "\"\"")
        == "\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"");
  CHECK(hashed("", "\"é\"")
        == "\"4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c\"");
  CHECK(hashed("", "1.50") == hashed("", "\"1.50\""));
}

TEST_CASE("hash leaves null as it is") {
  CHECK(hashed("", "null") == "null");
  CHECK(hashed(R"(,"algorithm":"blake3","salt":"x")", "null") == "null");
}

TEST_CASE("the digest of an object does not depend on the order of its fields") {
  auto wanted = "\"b1fe0896d340464ca804eb1a9feabdbd60f0e4b15091860b7fba4fb247b5203d\"";
  CHECK(hashed("", R"({"b":1,"a":[1,2.0]})") == wanted);
  CHECK(hashed("", R"({"a":[1,2.0],"b":1})") == wanted);
  CHECK(hashed("", R"([[],{},{"x":{}},1])") == hashed("", R"("[[],{},{\"x\":{}},1]")"));
}

TEST_CASE("a salt stands in front of the value") {
  CHECK(hashed(R"(,"salt":"pepper")", "1")
        == "\"02d2c8a77642c129484a576baff80dd186b1ae30e0551ed15d07165e895f420a\"");
  CHECK(hashed(R"(,"salt":"pep")", "\"per1\"") == hashed(R"(,"salt":"pepper")", "1"));
  CHECK(hashed(R"(,"algorithm":"blake3","salt":"pep")", "\"per1\"")
        == hashed(R"(,"algorithm":"blake3")", "\"pepper1\""));
}

TEST_CASE("hash knows BLAKE3 and base64") {
  CHECK(hashed(R"(,"algorithm":"blake3")", "1")
        == "\"d63bd9a826af91c1fea371965a64e11ee20f13e46b5f52c59901136605b3a487\"");
  CHECK(hashed(R"(,"encoding":"base64")", "1")
        == "\"a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s=\"");
}

TEST_CASE("hash puts the digest into a field of its own where told") {
  auto digest = std::string{"6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"};
  CHECK(run_transform("hash", R"({"fields":["v"],"into":"w"})",
                      {R"({"v":"1","x":2})", R"({"x":2})", R"({"w":"there","v":null})",
                       R"({"w":"there","v":1})", "[1]"})
        == texts{R"({"v":"1","x":2,"w":")" + digest + "\"}", R"({"x":2})",
                 R"({"w":"there","v":null})", R"({"w":")" + digest + R"(","v":1})", "[1]"});
}

TEST_CASE("hash refuses no field, and one target for several, with their places") {
  CHECK(run_transform("hash", R"({"fields":[]})", {})
        == texts{"test.yaml:2: hash needs at least one field"});
  CHECK(run_transform("hash", R"({"fields":["a","b"],"into":"c"})", {})
        == texts{"test.yaml:3: hash: into needs exactly one entry in fields"});
}

TEST_CASE("bytes are hashed as they are") {
  using namespace faucet;
  page_builder out;
  field_digest digest{digest_algorithm::sha256, digest_encoding::hex, ""};
  CHECK(digest.of(value::of_bytes("1"), out)->as_text()
        == digest.of(value::of_string("1"), out)->as_text());
}
