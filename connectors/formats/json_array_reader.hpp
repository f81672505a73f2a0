#pragma once

#include "connectors/formats/byte_finder.hpp"
#include "connectors/formats/json_parser.hpp"
#include "connectors/formats/record_reader.hpp"
#include "connectors/formats/text_reader.hpp"

namespace faucet {

/// Reads one JSON list, one record an item, as the items come: the list may be larger than memory.
/// Any other value is one record; a file of more than `max_whole` bytes is refused then.
class json_array_reader final : public record_reader {
public:
  json_array_reader(text_reader text, size_t max_whole);

  expected<bool> fill(page_builder& into, size_t max_rows) override;

private:
  enum class place { start, first_item, item, end };

  expected<void> step(page_builder& into);
  expected<void> start(page_builder& into);
  expected<void> add_item(page_builder& into);
  expected<void> add_value(std::string_view text, page_builder& into);
  expected<void> end();
  expected<std::string_view> next_item();
  expected<void> skip_space();
  expected<void> more();
  [[nodiscard]] tl::unexpected<error> broken(const char* what) const;

  text_reader text_;
  size_t max_whole_;
  json_parser parser_;
  byte_finder<6> marks_{{'"', '[', ']', '{', '}', ','}};
  byte_finder<2> string_marks_{{'"', '\\'}};
  place place_ = place::start;
};

} // namespace faucet
