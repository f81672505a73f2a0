#pragma once

#include <cstddef>
#include <cstdint>

namespace faucet {

inline constexpr size_t timestamp_size = 20;
inline constexpr int64_t first_second = -62167219200; ///< 0000-01-01T00:00:00Z
inline constexpr int64_t last_second = 253402300799;  ///< 9999-12-31T23:59:59Z

/// Writes seconds within the years 0 to 9999 as `2024-01-31T00:00:00Z`.
void write_timestamp(char* to, int64_t seconds) noexcept;

} // namespace faucet
