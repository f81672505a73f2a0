#pragma once

#include "model/page_builder.hpp"

#include <optional>
#include <string_view>

namespace faucet {

/// A point in time by RFC 3339 in one form: T between date and time, Z for no offset, the fraction
/// of the second in groups of three digits, none where it is 0. The offset stays, and no digit of
/// the fraction is lost. The result is in the page of `out`; there is none where `text` is no
/// such time, for example one without an offset.
std::optional<std::string_view> canonical_timestamp(std::string_view text, page_builder& out);

} // namespace faucet
