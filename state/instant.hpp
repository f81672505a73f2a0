#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace faucet {

using instant = std::chrono::sys_time<std::chrono::nanoseconds>;

/// "2026-11-29T22:17:41.819564483Z"
std::string to_text(instant x);

/// "2026-11-29T22:17:41Z", for people.
std::string to_text(std::chrono::sys_seconds x);

/// An instant as RFC 3339 writes it, in any offset; nothing where it is none. What is beyond 64
/// bits of nanoseconds (years 1677 to 2262) counts as the nearest that is not.
std::optional<instant> parse_instant(std::string_view text);

} // namespace faucet
