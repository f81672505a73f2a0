#pragma once

#include "model/value.hpp"

#include <optional>
#include <string_view>

namespace faucet {

/// The cell of a number as JSON writes it, all digits kept: an int64 or uint64 where it is an
/// integer that fits (-0 is none), else a decimal that points into `text`. Nothing where `text` is
/// no number by the grammar of JSON.
std::optional<value> parse_json_number(std::string_view text) noexcept;

} // namespace faucet
