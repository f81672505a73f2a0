#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace faucet {

using sha256_digest = std::array<unsigned char, 32>;

sha256_digest sha256(std::string_view octets);

/// Two small hexadecimal digits for each byte.
std::string hex_of(std::span<const unsigned char> octets);

} // namespace faucet
