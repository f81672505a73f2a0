#pragma once

#include "connectors/formats/json_parser.hpp"
#include "connectors/formats/record_reader.hpp"
#include "connectors/formats/text_reader.hpp"

namespace faucet {

/// Reads JSON Lines: one record a line, any JSON value. Blank lines are none.
class json_lines_reader final : public record_reader {
public:
  explicit json_lines_reader(text_reader text);

  expected<bool> fill(page_builder& into, size_t max_rows) override;

private:
  expected<void> add_line(page_builder& into);
  expected<std::string_view> next_line();
  expected<bool> skip_blanks();

  text_reader text_;
  json_parser parser_;
  uint64_t line_ = 1;      ///< the one that text_ stands in
  size_t indentation_ = 0; ///< bytes of that line before text_
  bool started_ = false;
};

} // namespace faucet
