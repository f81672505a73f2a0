#pragma once

#include "config/options.hpp"
#include "model/page_builder.hpp"

#include <array>
#include <optional>

namespace faucet {

/// What a cell can be converted to.
enum class cast_type { integer, floating, boolean, text, timestamp };

constexpr std::array<enum_name<cast_type>, 5> enum_names(cast_type) {
  return {{{"int", cast_type::integer},
           {"float", cast_type::floating},
           {"bool", cast_type::boolean},
           {"string", cast_type::text},
           {"timestamp", cast_type::timestamp}}};
}

/// The cell as that type; nothing where it is not one. It may point into `from` and into the page
/// of `out`. White space around a text does not count. What each type accepts beside its own:
///
/// - int: true and false (1, 0), numbers that are whole (1.0, 1e3), texts of digits with a sign
/// - float: true and false, whole numbers, texts of decimal numbers that a double can come near to
/// - bool: 1 and 0; texts true, yes, y, 1 and false, no, n, 0, in any case
/// - string: true and false, numbers as the text they were written with, bytes in base64
/// - timestamp: texts by RFC 3339, made canonical
std::optional<value> cast_cell(const value& from, cast_type to, page_builder& out);

} // namespace faucet
