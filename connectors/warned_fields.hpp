#pragma once

#include <cstddef>

namespace faucet {

/// Unknown fields that one writer names in warnings; an endless number of names must not fill the
/// memory.
inline constexpr size_t most_warned_fields = 100;

} // namespace faucet
