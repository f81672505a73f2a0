#pragma once

#include "model/fnv_hash.hpp"

#include <cstdint>
#include <string_view>

namespace faucet {

/// A number whose bits look random and depend on `x` alone (the finaliser of splitmix64).
constexpr uint64_t mix(uint64_t x) noexcept {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// A number that tells fields apart by their names, the same on every machine (FNV-1a).
constexpr uint64_t name_number(uint64_t start, std::string_view name) noexcept {
  return fnv_hash(name, start ^ fnv_basis);
}

/// `bits` as a number below `limit`, evenly; a limit of 0 stands for 2^64.
constexpr uint64_t below(uint64_t limit, uint64_t bits) noexcept {
  __extension__ using wide = unsigned __int128;
  return limit == 0 ? bits : static_cast<uint64_t>(wide{bits} * limit >> 64);
}

/// `bits` as a number in [0, 1).
constexpr double fraction(uint64_t bits) noexcept {
  return static_cast<double>(bits >> 11) * 0x1.0p-53;
}

} // namespace faucet
