#pragma once

#include <cstddef>
#include <string_view>

namespace faucet {

constexpr size_t base64_size(size_t octets) noexcept {
  return (octets + 2) / 3 * 4;
}

/// Writes the padded base64 form (RFC 4648 §4) into `base64_size` bytes of room; returns the end.
char* write_base64(char* to, std::string_view octets) noexcept;

} // namespace faucet
