#include "connectors/formats/json_parser.hpp"
#include "connectors/replication/record_filter.hpp"
#include "tests/catch.hpp"

#include <array>

using namespace faucet;

namespace {

/// One run over records given as JSON.
struct filtering {
  explicit filtering(std::string_view key, std::optional<std::string> start = std::nullopt,
                     on_missing_key missing = on_missing_key::keep)
    : filter(field_path::parse(key).value(), missing) {
    auto stored = start ? std::optional{bookmark{*start}} : std::nullopt;
    REQUIRE(filter.start(stored, std::nullopt));
  }

  bool keep(std::string_view record) {
    return filter.keep(json_parser{}.parse(record, memory).value()).value();
  }

  /// Which of these keys are kept.
  std::string kept(std::initializer_list<std::string_view> keys) {
    std::string result;
    for (auto key : keys) {
      if (keep(R"({"k": )" + std::string{key} + "}")) {
        result += (result.empty() ? "" : " ") + std::string{key};
      }
    }
    return result;
  }

  std::string bookmarked() {
    auto result = filter.to_bookmark();
    memory = {};
    return result ? result->json : "none";
  }

  std::vector<std::string> warnings() {
    std::vector<std::string> result;
    filter.report([&](std::string text) { result.push_back(std::move(text)); });
    return result;
  }

  record_filter filter;
  page_builder memory;
};

} // namespace

TEST_CASE("records past the last seen value are kept, the last seen value is not") {
  filtering run{"k", "5"};
  CHECK(run.kept({"4", "5", "5.0", "6"}) == "6");
  CHECK(run.bookmarked() == "6");
  CHECK(run.warnings().empty());
  CHECK(filtering{"k"}.kept({"4", "5"}) == "4 5"); // a first run keeps all
}

TEST_CASE("integer keys beyond 2^53 are kept apart", "[P1]") {
  CHECK(filtering("k", "9007199254740992")
          .kept({"9007199254740992", "9007199254740993", "9007199254740994"})
        == "9007199254740993 9007199254740994");
}

TEST_CASE("decimal keys are filtered as numbers, also where one of two is text", "[P4]") {
  CHECK(filtering("k", R"("99")").kept({R"("100")", R"("989")", R"("50")", R"("99")"})
        == R"("100" "989")");
  CHECK(filtering("k", R"("6.5")").kept({"7", "6.5", "6", "1.2345678901234568e29"})
        == "7 1.2345678901234568e29");
  CHECK(filtering("k", "99").kept({R"("100")", R"("98")"}) == R"("100")");
}

TEST_CASE("timestamp keys are filtered as moments", "[P5]") {
  CHECK(filtering("k", R"("2024-01-01T08:00:00Z")")
          .kept({R"("2024-01-01T08:00:00+01:00")", R"("2024-01-01T08:00:00-01:00")"})
        == R"("2024-01-01T08:00:00-01:00")");
}

TEST_CASE("keys that cannot be compared with the bookmark are kept, with one warning", "[P2][P7]") {
  filtering text{"k", R"("abc")"};
  CHECK(text.kept({"5", "6", R"("abb")"}) == "5 6");
  REQUIRE(text.warnings().size() == 1);
  CHECK(text.warnings()[0]
        == R"(2 records delivered whose "k" cannot be compared with the bookmark "abc")");
  filtering zoned{"k", R"("2024-01-01T08:00:00Z")"};
  CHECK(zoned.kept({R"("2024-01-01T07:00:00")"}) == R"("2024-01-01T07:00:00")");
  CHECK(zoned.warnings().size() == 1);
}

TEST_CASE("a record without the key is kept and counted unless it is to be dropped", "[P8]") {
  constexpr std::array records{R"({"id": 1, "fields": {"updated": "2024-01-01"}})",
                               R"({"id": 2, "fields": {"updated": "2024-12-01"}})", R"({"id": 3})",
                               R"({"id": 4, "fields": {"updated": 5}})"};
  auto kept = [&](filtering run) {
    std::string ids;
    for (int id = 0; const auto* record : records) {
      ++id;
      ids += run.keep(record) ? std::to_string(id) : "";
    }
    CHECK(run.filter.missing() == 1);
    REQUIRE(run.warnings().size() == 2); // and one for the number
    return ids + " " + run.warnings()[0];
  };
  CHECK(kept(filtering{"fields.updated", R"("2024-06-01")"})
        == "234 1 record of 4 without the replication key \"fields.updated\" delivered "
           "(on_missing_key)");
  CHECK(kept(filtering{"fields.updated", R"("2024-06-01")", on_missing_key::drop})
        == "24 1 record of 4 without the replication key \"fields.updated\" dropped "
           "(on_missing_key)");
}

TEST_CASE("a record without the key fails the run where it must have one", "[P8]") {
  record_filter filter{field_path::parse("updated").value(), on_missing_key::fail};
  page_builder memory;
  CHECK(filter.keep(json_parser{}.parse(R"({"updated": 1})", memory).value()));
  for (const auto* record : {R"({"id": 3})", R"({"updated": null})"}) {
    auto failed = filter.keep(json_parser{}.parse(record, memory).value());
    REQUIRE(!failed);
    CHECK(failed.error().which == "updated");
    CHECK(failed.error().what.find("lacks the replication key") != std::string::npos);
  }
}

TEST_CASE("where every record lacks the key the bookmark stays, and a warning says so") {
  filtering run{"updatd", "5"};
  CHECK(run.keep(R"({"updated": 7})"));
  CHECK(run.keep(R"({"updated": 8, "updatd": null})"));
  CHECK(run.bookmarked() == "none");
  REQUIRE(run.warnings().size() == 1);
  CHECK(run.warnings()[0].starts_with(
    "no record has the replication key \"updatd\"; the bookmark stays where it is"));
}

TEST_CASE("the bookmark is the greatest key of all records and never goes back", "[P26]") {
  auto after = [](std::optional<std::string> start, std::initializer_list<std::string_view> keys) {
    filtering run{"k", std::move(start)};
    run.kept(keys);
    auto first = run.bookmarked();
    CHECK(run.bookmarked() == first); // also once the records are gone
    return first;
  };
  CHECK(after({}, {R"("9")", R"("10")", "null", R"("8")"}) == R"("10")");
  CHECK(after({}, {R"("12345678901234567890")", "12"}) == R"("12345678901234567890")");
  CHECK(after({}, {"12", "13"}) == "13");
  CHECK(after("20", {"12", "13"}) == "20");
  CHECK(after(R"("abc")", {"12", "13"}) == "13"); // another kind of key: begin anew
  CHECK(after("12.50", {"12.5"}) == "12.50");
}

TEST_CASE("a run without a bookmark starts behind the configured value") {
  record_filter filter{field_path::parse("k").value(), on_missing_key::keep};
  REQUIRE(filter.start(std::nullopt, node{int64_t{5}}));
  page_builder memory;
  CHECK(!filter.keep(json_parser{}.parse(R"({"k": 5})", memory).value()).value());
  CHECK(filter.keep(json_parser{}.parse(R"({"k": 6})", memory).value()).value());
  for (const auto* broken : {"", "{", "null"}) {
    auto refused = filter.start(bookmark{broken}, node{int64_t{5}});
    REQUIRE(!refused);
    CHECK(refused.error().code == ec::state_failed);
  }
}
