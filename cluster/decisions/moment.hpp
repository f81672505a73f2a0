#pragma once

#include <chrono>

namespace faucet {

/// A member's own clock: it never goes back and starts anywhere, so that the moments of two members
/// say nothing about each other. A lease ends by the history database's clock; what a member knows
/// of it by its own is when it asked for it, which was earlier.
struct member_clock {};

using moment = std::chrono::time_point<member_clock, std::chrono::milliseconds>;

} // namespace faucet
