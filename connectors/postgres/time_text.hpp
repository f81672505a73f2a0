#pragma once

#include "model/arena.hpp"

#include <optional>
#include <string_view>

namespace faucet {

/// Dates and times as PostgreSQL writes them under DateStyle ISO, turned into ours. Years of more
/// than four digits, years BC and `infinity` stay as they are. Nothing where the text is not ISO.

/// `2024-01-03`.
std::optional<std::string_view> pg_date_text(std::string_view text, arena& memory);

/// `2024-01-03 10:11:12.500`: a fraction has three or six digits.
std::optional<std::string_view> pg_timestamp_text(std::string_view text, arena& memory);

/// `2024-01-03T10:11:12.500+00:00`.
std::optional<std::string_view> pg_timestamptz_text(std::string_view text, arena& memory);

} // namespace faucet
