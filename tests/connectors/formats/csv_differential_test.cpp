#include "connectors/formats/csv_reader.hpp"
#include "tests/catch.hpp"
#include "tests/connectors/formats/text_in_memory.hpp"

#include <random>

using namespace faucet;

namespace {

/// The rows of CSV, one character at a time. Nothing where a quote is left open.
std::optional<std::vector<std::vector<std::string>>> plainly_read(const std::string& text) {
  enum { field_start, unquoted, quoted, after_quote } state = field_start;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row;
  std::string field;
  auto row_is_blank = true;
  for (char c : text) {
    if (state == quoted) {
      state = c == '"' ? after_quote : quoted;
      if (c != '"') {
        field += c;
      }
      continue;
    }
    if (c == '"' && state != unquoted) {
      if (state == after_quote) {
        field += c;
      }
      state = quoted;
      row_is_blank = false;
    } else if (c == ',') {
      row.push_back(std::exchange(field, {}));
      state = field_start;
      row_is_blank = false;
    } else if (c == '\n' || c == '\r') {
      if (!row_is_blank) {
        row.push_back(std::exchange(field, {}));
        rows.push_back(std::exchange(row, {}));
      }
      state = field_start;
      row_is_blank = true;
    } else {
      field += c;
      state = unquoted;
      row_is_blank = false;
    }
  }
  if (state == quoted) {
    return std::nullopt;
  }
  if (!row_is_blank) {
    row.push_back(field);
    rows.push_back(row);
  }
  return rows;
}

std::string as_records(const std::vector<std::vector<std::string>>& rows) {
  std::string result;
  for (const auto& row : rows) {
    page_builder builder;
    std::vector<std::string> names;
    std::vector<value> cells;
    for (const auto& field : row) {
      names.push_back("column_" + std::to_string(names.size()));
      cells.push_back(value::of_string(field));
    }
    append_json(result, builder.object(make_shape(names), cells));
    result += '\n';
  }
  return result;
}

std::string random_text(std::mt19937& random) {
  static const std::vector<std::string> pieces{"a",
                                               "bc",
                                               ",",
                                               ",",
                                               "\n",
                                               "\"",
                                               "\"",
                                               "\"\"",
                                               "\r\n",
                                               "\r",
                                               "é",
                                               "\",\"",
                                               "\"\n",
                                               "x,y",
                                               std::string(70, 'z'),
                                               std::string(64, '"'),
                                               std::string(33, '"')};
  std::string result;
  for (auto count = random() % 60; count > 0; --count) {
    result += pieces[random() % pieces.size()];
  }
  return result;
}

} // namespace

TEST_CASE("the CSV reader agrees with a plain one, whatever the size of its blocks") {
  std::mt19937 random{20261129};
  csv_dialect dialect{.has_headers = false, .flexible = true};
  auto closed = 0;
  for (int round = 0; round < 3000; ++round) {
    auto text = random_text(random);
    auto rows = plainly_read(text);
    closed += rows ? 1 : 0;
    for (size_t size : {size_t{1}, size_t{3}, size_t{1} + random() % 100, size_t{1} << 18}) {
      csv_reader reader{text_in_memory(text, {size}, invalid_utf8::refuse, 1 + random() % 80),
                        dialect};
      auto result = records_of(reader, 1 + random() % 5);
      INFO("text <" << text << "> in blocks of " << size);
      if (rows) {
        CHECK(result == as_records(*rows));
      } else {
        CHECK(result.find("is never closed") != std::string::npos);
      }
    }
  }
  CHECK(closed > 1000);
}
