#pragma once

#include <cstdint>
#include <string_view>

namespace faucet {

inline constexpr uint64_t fnv_basis = 0xcbf29ce484222325ULL;
inline constexpr uint64_t fnv_prime = 0x100000001b3ULL;

/// FNV-1a of 64 bits: the same on every machine, so it may be stored. Goes on from `from`.
constexpr uint64_t fnv_hash(std::string_view bytes, uint64_t from = fnv_basis) noexcept {
  for (auto c : bytes) {
    from = (from ^ static_cast<unsigned char>(c)) * fnv_prime;
  }
  return from;
}

static_assert(fnv_hash("") == fnv_basis);
static_assert(fnv_hash("a") == 0xaf63dc4c8601ec8cULL);
static_assert(fnv_hash("foobar") == 0x85944171f73967e8ULL);

} // namespace faucet
