#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <optional>
#include <string_view>

namespace faucet {

/// A number as text holds it: an integer where 64 bits hold it, else a number_text by the grammar
/// of JSON with every digit kept. Nothing for what is no number, among it integers with leading
/// zeros ("007" is a name, not a number). Accepts a sign, 0x, 0o and 0b integers, ".5" and "5.".
std::optional<node::content_type> number_of(std::string_view text);

/// What a scalar without quotes means by the core schema of YAML 1.2: null, true and false,
/// numbers, and text otherwise. Infinities and NaN, which JSON does not have, are refused.
expected<node::content_type> plain_scalar(std::string_view text);

} // namespace faucet
