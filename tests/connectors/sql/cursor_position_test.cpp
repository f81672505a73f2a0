#include "connectors/formats/json_parser.hpp"
#include "connectors/sql/cursor_position.hpp"
#include "tests/catch.hpp"

#include <array>

using namespace faucet;

namespace {

/// Rows of one run, as a server returns them.
class cursor_reading {
public:
  explicit cursor_reading(std::optional<bookmark> stored = std::nullopt) : position_(warn()) {
    if (stored) {
      position_ = cursor_position::parse(*stored, warn()).value();
    }
  }

  /// Whether the row, as JSON, is delivered. Its cursor is the field `ts`.
  bool admit(std::string_view row) {
    auto parsed = parser_.parse(row, memory_).value();
    const auto* cursor = parsed.as_object().find("ts");
    return position_.admit(cursor != nullptr ? *cursor : value{}, parsed);
  }

  bool admit_at(std::string_view json_cursor) {
    return admit(R"({"ts": )" + std::string{json_cursor} + "}");
  }

  /// As behind a page: its memory is gone.
  std::optional<bookmark> end_page() {
    auto result = position_.to_bookmark();
    memory_ = {};
    return result;
  }

  std::string json() {
    return end_page().value().json;
  }

  cursor_position& position() {
    return position_;
  }

  std::vector<std::string> warnings;

private:
  std::function<void(std::string)> warn() {
    return [this](std::string text) { warnings.push_back(std::move(text)); };
  }

  cursor_position position_;
  json_parser parser_;
  page_builder memory_;
};

std::string row(int id, std::string_view ts, std::string_view text = "v") {
  return R"({"id": )" + std::to_string(id) + R"(, "ts": ")" + std::string{ts} + R"(", "v": ")"
         + std::string{text} + R"("})";
}

size_t boundary_size(const std::string& json) {
  page_builder memory;
  auto parsed = json_parser{}.parse(json, memory).value();
  return parsed.as_object().find("boundary")->as_list().size();
}

std::string bookmark_refusal(std::string json) {
  auto parsed = cursor_position::parse({std::move(json)}, {});
  REQUIRE(!parsed);
  CHECK(parsed.error().code == ec::state_failed);
  return parsed.error().what;
}

} // namespace

// -- bookmarks ----------------------------------------------------------------

TEST_CASE("a bookmark holds the last cursor and the rows read there") {
  cursor_reading run;
  CHECK(!run.end_page());
  CHECK(run.admit(R"({"id": 1, "ts": "2024-01-02"})"));
  CHECK(run.admit(R"({"id": 2, "ts": "2024-01-03"})"));
  CHECK(run.json() == R"({"value":"2024-01-03","boundary":["0f01be185508bf5393fde4e6db3ec13a"]})");
  CHECK(run.admit(R"({"id": 3, "ts": "2024-01-03"})"));
  auto sorted = run.json();
  CHECK(boundary_size(sorted) == 2);
  CHECK(sorted.find("07ccdd8b7b35abca47ea6d37a3c3ad43")
        < sorted.find("0f01be185508bf5393fde4e6db3ec13a"));
  CHECK(run.admit(R"({"id": 4, "ts": "2024-01-04"})"));
  CHECK(boundary_size(run.json()) == 1);
}

TEST_CASE("a cursor keeps its type and every digit in the bookmark") {
  for (const auto* cursor : {"7", "18446744073709551615", "1.50", "12345678901234567890123.4560",
                             "true", R"("2.20")", R"("a\"b")", "[1,2]"}) {
    cursor_reading run;
    CHECK(run.admit_at(cursor));
    auto stored = run.end_page().value();
    CHECK(stored.json.starts_with(R"({"value":)" + std::string{cursor} + R"(,"boundary":[)"));
    cursor_reading next{stored};
    CHECK(!next.admit_at(cursor));
    CHECK(next.admit_at("8"));
  }
}

TEST_CASE("a bookmark of another form is a bare value without a boundary") {
  cursor_reading bare{bookmark{R"("2024-01-01")"}};
  CHECK(bare.position().start().as_text() == "2024-01-01");
  CHECK(bare.admit(row(1, "2024-01-01"))); // delivered once more
  CHECK(boundary_size(bare.json()) == 1);
  CHECK(cursor_reading{bookmark{"7"}}.position().start().as_int() == 7);
  CHECK(cursor_reading{bookmark{R"({"value": 7})"}}.position().start().as_int() == 7);
  CHECK(cursor_reading{bookmark{R"({"value": 7, "boundary": []})"}}.position().start().as_int()
        == 7);
  CHECK(cursor_reading{bookmark{R"({"value": 7, "more": 1})"}}.position().start().is_object());
  CHECK(cursor_reading{bookmark{R"({"value": 7, "boundary": [], "more": 1})"}}
          .position()
          .start()
          .is_object());
  CHECK(cursor_reading{bookmark{R"({"boundary": []})"}}.position().start().is_object());
}

TEST_CASE("a bookmark that cannot be one is refused") {
  CHECK(bookmark_refusal(R"({"value": null})").starts_with("holds no value"));
  CHECK(bookmark_refusal(R"({"value": null, "boundary": []})").starts_with("holds no value"));
  CHECK(bookmark_refusal("null").starts_with("holds no value"));
  CHECK(bookmark_refusal(R"({"value": 1, "boundary": {}})").starts_with("its boundary is neither"));
  CHECK(
    bookmark_refusal(R"({"value": 1, "boundary": "x"})").starts_with("its boundary is neither"));
  CHECK(
    bookmark_refusal(R"({"value": 1, "boundary": [1]})").starts_with("an entry of its boundary"));
  CHECK(bookmark_refusal(R"({"value": 1, "boundary": [null]})")
          .starts_with("an entry of its boundary"));
  CHECK(bookmark_refusal(R"({"value": 1)").starts_with("is no JSON"));
  CHECK(bookmark_refusal("").starts_with("is no JSON"));
}

TEST_CASE("a resumed run without new rows ends with the bookmark it began with", "[P17]") {
  cursor_reading first;
  for (int id = 1; id <= 4; ++id) {
    CHECK(first.admit(row(id, "t")));
  }
  auto stored = first.end_page().value();
  cursor_reading empty{stored};
  CHECK(empty.end_page() == stored);
  cursor_reading same{stored};
  for (int id = 4; id >= 1; --id) {
    CHECK(!same.admit(row(id, "t")));
  }
  CHECK(same.end_page() == stored);
  bookmark spelled{R"( { "boundary" : ["x", "a"], "value": 7 } )"};
  cursor_reading unknown{spelled};
  CHECK(unknown.end_page() == spelled);
  CHECK(unknown.admit_at("7"));
  CHECK(unknown.json().starts_with(R"({"value":7,"boundary":[")"));
  CHECK(boundary_size(unknown.json()) == 3); // what is no fingerprint of ours stays
  CHECK(unknown.admit_at("8"));
  CHECK(boundary_size(unknown.json()) == 1);
}

// -- rows at the boundary -----------------------------------------------------

TEST_CASE("rows that share the last cursor and come late are delivered", "[P11]") {
  cursor_reading first;
  for (int id = 2; id <= 6; ++id) {
    CHECK(first.admit(row(id, id == 2 ? "2024-01-02" : "2024-01-03")));
  }
  auto stored = first.end_page().value();
  CHECK(boundary_size(stored.json) == 4);
  cursor_reading second{stored};
  for (int id = 3; id <= 6; ++id) {
    CHECK(!second.admit(row(id, "2024-01-03")));
  }
  CHECK(second.admit(row(7, "2024-01-03")));
  CHECK(boundary_size(second.json()) == 5);
  CHECK(second.admit(row(8, "2024-01-04")));
  cursor_reading third{second.end_page().value()};
  CHECK(!third.admit(row(8, "2024-01-04")));
}

TEST_CASE("a row at the boundary that was updated in place is delivered", "[P14]") {
  cursor_reading first;
  CHECK(first.admit(row(3, "t", "old")));
  cursor_reading second{first.end_page().value()};
  CHECK(second.admit(row(3, "t", "new")));
  CHECK(boundary_size(second.json()) == 2); // who deletes and restores a row sees it once
}

TEST_CASE("as many identical rows are held back as were delivered") {
  cursor_reading first;
  CHECK(first.admit(row(1, "t")));
  CHECK(first.admit(row(1, "t")));
  cursor_reading second{first.end_page().value()};
  CHECK(!second.admit(row(1, "t")));
  CHECK(!second.admit(row(1, "t")));
  CHECK(second.admit(row(1, "t")));
  CHECK(boundary_size(second.json()) == 3);
}

TEST_CASE("a row that is read with its fields in another order is the same", "[P16]") {
  cursor_reading first;
  CHECK(first.admit(R"({"ts": 1, "doc": {"a": 1, "b": 2}})"));
  cursor_reading second{first.end_page().value()};
  CHECK(!second.admit(R"({"doc": {"b": 2, "a": 1}, "ts": 1})"));
}

TEST_CASE("cursors are told apart as JSON and never ordered", "[P7][P19]") {
  auto delivered = [](std::string_view start, std::string_view cursor) {
    cursor_reading first;
    CHECK(first.admit_at(start));
    cursor_reading second{first.end_page().value()};
    auto result = second.admit_at(cursor);
    auto value = R"({"value":)" + std::string{result ? cursor : start} + ",";
    CHECK(second.json().starts_with(value));
    return result;
  };
  CHECK(delivered(R"("b")", R"("A")"));
  CHECK(delivered(R"("2024-01-02T00:00:00Z")", R"("2024-01-02T01:00:00+01:00")"));
  CHECK(delivered(R"("2024-01-02T00:00:00Z")", R"("2024-01-02T00:00:00")"));
  CHECK(delivered(R"("12.5")", R"("12.50")"));
  CHECK(delivered("2", "1"));
  CHECK(delivered("1", "1.0"));
  CHECK(delivered("1", R"("1")"));
  CHECK(!delivered("1.50", "1.50"));
}

TEST_CASE("a cell and what the bookmark made of it are the same cursor") {
  page_builder memory;
  auto fields = make_shape({"ts"});
  for (auto cell : {value::of_double(2.5), value::of_double(1e300), value::of_double(-0.0),
                    value::of_decimal("2"), value::of_bytes("\xff\x01"),
                    value::of_uint(~uint64_t{0}), value::of_int(INT64_MIN)}) {
    auto whole = memory.object(fields, std::array{cell});
    cursor_position first{{}};
    CHECK(first.admit(cell, whole));
    auto second = cursor_position::parse(first.to_bookmark().value(), {}).value();
    CHECK(!second.admit(cell, whole));
  }
}

TEST_CASE("rows without a cursor are delivered and counted, and move nothing") {
  cursor_reading run;
  CHECK(run.admit(R"({"id": 1})"));
  CHECK(run.admit(R"({"id": 2, "ts": null})"));
  CHECK(run.position().missing() == 2);
  CHECK(!run.end_page());
}

TEST_CASE("a run that is cut off between pages reads on behind the last one") {
  std::vector<std::string> rows;
  for (int id = 0; id < 12; ++id) {
    rows.push_back(row(id, std::to_string(id / 4)));
  }
  std::vector<bookmark> after; // each row
  cursor_reading whole;
  for (const auto& x : rows) {
    CHECK(whole.admit(x));
    after.push_back(whole.end_page().value());
  }
  for (size_t cut = 0; cut < rows.size(); ++cut) {
    cursor_reading resumed{after[cut]};
    for (size_t i = cut / 4 * 4; i < rows.size(); ++i) { // what the server returns from there
      CHECK(resumed.admit(rows[i]) == (i > cut));
    }
    CHECK(resumed.end_page() == after.back());
  }
}

// -- too many -----------------------------------------------------------------

TEST_CASE("a boundary of more than 10,000 rows is given up, with one warning") {
  cursor_reading run;
  for (int id = 1; id <= 10'000; ++id) {
    run.admit(row(id, "t"));
    if (id % 3000 == 0) {
      CHECK(run.end_page());
    }
  }
  auto kept = run.end_page().value();
  CHECK(boundary_size(kept.json) == 10'000);
  CHECK(run.warnings.empty());
  CHECK(run.admit(row(10'001, "t")));
  auto given_up = run.end_page().value();
  CHECK(given_up.json == R"({"value":"t","boundary":null})");
  CHECK(run.admit(row(10'002, "t")));
  CHECK(run.end_page() == given_up);
  for (int id = 0; id <= 10'000; ++id) {
    run.admit(row(id, "s"));
  }
  REQUIRE(run.warnings.size() == 1);
  CHECK(run.warnings[0].find(R"("t")") != std::string::npos);
  // What follows has a boundary again.
  CHECK(run.admit(row(10'003, "u")));
  CHECK(boundary_size(run.json()) == 1);

  cursor_reading again{given_up};
  CHECK(again.admit(row(1, "t")));
  CHECK(again.end_page() == given_up);

  cursor_reading full{kept};
  CHECK(!full.admit(row(77, "t")));
  CHECK(full.admit(row(10'001, "t")));
  CHECK(full.end_page() == given_up);
}
