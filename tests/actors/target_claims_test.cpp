#include "actors/target_claims.hpp"
#include "connectors/discarding_sink.hpp"
#include "connectors/table_target.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

class named_sink final : public sink_driver, public table_target {
public:
  std::vector<std::filesystem::path> files;
  std::string table;

  expected<void> open(const driver_context&, const sink_start&) override {
    return {};
  }

  expected<void> write(const page&) override {
    return {};
  }

  expected<void> flush() override {
    return {};
  }

  expected<void> close(ending) override {
    return {};
  }

  [[nodiscard]] std::vector<std::filesystem::path> writes() const override {
    return files;
  }

  [[nodiscard]] bool overwrites() const override {
    return true;
  }

  [[nodiscard]] std::string destination() const override {
    return table;
  }

  [[nodiscard]] bool all_or_nothing() const override {
    return true;
  }
};

named_sink writing(const std::string& file) {
  named_sink result;
  result.files = {file};
  return result;
}

} // namespace

TEST_CASE("two invocations of a run never write one file or replace one table", "[P128]") {
  target_claims subject;
  CHECK(subject.claim(writing("out/a.jsonl"), "c[1]"));
  CHECK(subject.claim(writing("out/b.jsonl"), "c[2]"));
  auto refused = subject.claim(writing("out/../out/a.jsonl"), "c[3]");
  REQUIRE_FALSE(refused);
  CHECK_THAT(render(refused.error()), Catch::Contains("a.jsonl") && Catch::Contains("c[1]"));
  named_sink table;
  table.table = "table \"t\"";
  CHECK(subject.claim(table, "d[1]"));
  CHECK_FALSE(subject.claim(table, "d[2]"));
}

TEST_CASE("what keeps no data may be written by many") {
  target_claims subject;
  CHECK(subject.claim(writing("/dev/null"), "c[1]"));
  CHECK(subject.claim(writing("/dev/null"), "c[2]"));
  CHECK(subject.claim(discarding_sink{}, "c[3]"));
}
