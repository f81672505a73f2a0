#pragma once

#include <caf/duration.hpp>

#include <chrono>
#include <cstddef>

namespace faucet::defaults {

/// Pages of one invocation between its source and the end of their checkpoint.
inline constexpr size_t pages_in_flight = 4;

/// Pages handed to the sink before the first of them is answered. One waits while one is written.
inline constexpr size_t writes_in_flight = 2;

/// A source may wait as long as its own options allow, a sink write as long as the disk takes; each
/// driver bounds its own waiting and looks at its stop flag. A host that died is not waited for:
/// requests to it are answered with an error at once.
inline constexpr caf::infinite_t driver_timeout;

/// A run ends when its records do; whoever waits for it may cancel it.
inline constexpr caf::infinite_t run_timeout;

/// How long a cancelled invocation waits for whoever does not answer, and how long the run then
/// waits for a sink to be closed. With what the program takes to leave, an interrupt is done before
/// a container's ten seconds are over.
inline constexpr auto cancel_grace = std::chrono::seconds{5};
inline constexpr auto closing_grace = std::chrono::seconds{1};

/// How long the next owner of a run waits for what the one before it still holds, which is paused
/// or hangs. Longer, and somebody had better look at it.
inline constexpr auto patience_with_earlier_owner = std::chrono::minutes{10};

/// A state store answers within seconds or is broken.
inline constexpr auto store_timeout = std::chrono::seconds{60};

/// What a run keeps of one row's records for the rows below it.
inline constexpr size_t captured_records = 100'000;
inline constexpr size_t captured_bytes = size_t{64} << 20;

/// Least time between two progress messages of one invocation.
inline constexpr auto progress_interval = std::chrono::milliseconds{100};

} // namespace faucet::defaults
