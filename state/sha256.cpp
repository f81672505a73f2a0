#include "state/sha256.hpp"

#include <openssl/evp.h>

namespace faucet {

sha256_digest sha256(std::string_view octets) {
  sha256_digest result{};
  EVP_Digest(octets.data(), octets.size(), result.data(), nullptr, EVP_sha256(), nullptr);
  return result;
}

std::string hex_of(std::span<const unsigned char> octets) {
  std::string result;
  for (auto byte : octets) {
    result += {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 0x0f]};
  }
  return result;
}

} // namespace faucet
