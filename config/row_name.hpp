#pragma once

#include "config/options.hpp"
#include "config/scalar_text.hpp"

#include <string>

namespace faucet {

/// The id of a row where the file says it. A number is taken as the text it is written with.
struct row_name {
  std::string text;
  position where;

  friend bool operator==(const row_name& x, const row_name& y) noexcept {
    return x.text == y.text;
  }
};

template <>
struct option_type<row_name> {
  static expected<void> read(const node& from, std::string_view key, row_name& into) {
    into.where = from.where();
    auto number =
      std::holds_alternative<int64_t>(from.content()) ? scalar_text(from) : std::nullopt;
    if (!number) {
      return detail::read_string(from, key, into.text);
    }
    into.text = std::move(*number);
    return {};
  }

  static type_schema describe() {
    return {}; // text, or a number
  }

  static std::string to_json(const row_name& x) {
    return detail::json_text(x.text);
  }
};

} // namespace faucet
