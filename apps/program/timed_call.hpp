#pragma once

#include "model/error.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>

namespace faucet {

/// Something that blocks and looks at `stop` now and then.
using blocking_call = std::function<expected<void>(std::shared_ptr<const std::atomic<bool>> stop)>;

/// Makes the call on a thread of its own and waits no longer than that, then asks it to stop. A
/// call that does not even stop is left behind: it may use what it holds until the program ends.
expected<void> call_within(std::chrono::seconds limit, blocking_call call);

/// True once a call was left behind. The program must then end without cleaning up.
bool calls_are_left_behind() noexcept;

} // namespace faucet
