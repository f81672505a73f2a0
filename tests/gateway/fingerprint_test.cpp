#include "apps/node/gateway/fingerprint.hpp"
#include "config/document.hpp"
#include "config/merge_nodes.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

node read(const std::string& text, const std::string& file) {
  auto result = parse_document(text, file);
  REQUIRE(result);
  return std::move(*result);
}

} // namespace

TEST_CASE("equal pipelines have one fingerprint, whatever the order of their keys") {
  auto one = read(R"({"version":1,"pipeline":{"sink":{"type":"stdout"},"source":)"
                  R"({"config":{"rows":1},"type":"generate"}}})",
                  "config.json");
  auto other = read("pipeline: {source: {type: generate, config: {rows: 1}}, "
                    "sink: {type: stdout}}\nversion: 1\n",
                    "config.yaml");
  auto defaults = read("name: from-defaults\n", "defaults.yaml");
  CHECK(config_fingerprint("x", one) == config_fingerprint("x", other));
  CHECK(config_fingerprint("x", merge_nodes(defaults, one))
        == config_fingerprint("x", merge_nodes(defaults, other)));
  CHECK(config_fingerprint("x", merge_nodes(defaults, one)) != config_fingerprint("x", one));
  CHECK(config_fingerprint("y", one) != config_fingerprint("x", one));
}

TEST_CASE("the pool and the references of a pipeline are part of its fingerprint as they stand") {
  auto print = [](const std::string& text) {
    return config_fingerprint("x", read(text, "config.yaml"));
  };
  CHECK(print("pipeline: {}\npool: private\n") != print("pipeline: {}\n"));
  CHECK(print("name: '${env:HOME}'\n") == print("name: \"${env:HOME}\"\n"));
  CHECK(print("name: '${env:HOME}'\n") != print("name: /root\n"));
}
