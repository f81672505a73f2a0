#pragma once

#include <cstddef>
#include <cstdint>

namespace faucet {

/// Room that any of the writers below needs.
inline constexpr size_t longest_number = 32;

/// Write decimal digits; return the end.
char* write_number(char* to, int64_t x) noexcept;
char* write_number(char* to, uint64_t x) noexcept;

/// The shortest text that reads back as the same double. It always looks like a fraction: 1 is
/// "1.0"; from 1e16 on and below 1e-5 an exponent is used. `x` must be finite.
char* write_number(char* to, double x) noexcept;

} // namespace faucet
