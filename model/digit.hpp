#pragma once

namespace faucet {

/// One of 0 to 9, whatever the locale.
constexpr bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

} // namespace faucet
