#pragma once

#include "model/error.hpp"
#include "model/page_builder.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace faucet {

/// Reads JSON text into cells. Numbers keep every digit. Of a key that stands twice in one object
/// the last value wins, at the place of the first. Text that is no JSON is an error that says why:
/// invalid UTF-8, lone surrogates, deeper nesting than max_depth, anything after the value.
/// Made to be used for one text after another of a kind: it knows the fields of the last one.
class json_parser {
public:
  /// Lists and objects within one another.
  static constexpr size_t max_depth = 512;

  /// Readable bytes, whatever they hold, that parse_in_place needs behind the text.
  static constexpr size_t padding = 64;

  json_parser();
  json_parser(json_parser&&) noexcept;
  json_parser& operator=(json_parser&&) noexcept;
  ~json_parser();

  /// The value lives in the page under construction; `text` may go.
  expected<value> parse(std::string_view text, page_builder& into);

  /// Like parse, without copying where white space or a zero byte follows: `text` must live as long
  /// as the page.
  expected<value> parse_in_place(std::string_view text, page_builder& into);

  /// Where in the text the last error was found, as far as that is known.
  [[nodiscard]] std::optional<size_t> error_offset() const noexcept;

private:
  class walker;
  struct memory;

  std::unique_ptr<memory> memory_;
};

} // namespace faucet
