#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace faucet {

/// Bytes that are looked at together.
inline constexpr size_t byte_window = 64;

/// Which of the byte_window bytes at `at` are among the wanted ones: one bit each, the first byte's
/// the lowest.
template <size_t N>
uint64_t look_for(std::array<char, N> wanted, const char* at) noexcept {
  uint64_t result = 0;
#if defined(__SSE2__)
  for (size_t part = 0; part < byte_window / 16; ++part) {
    auto text = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + part * 16));
    auto hits = _mm_setzero_si128();
    for (auto byte : wanted) {
      hits = _mm_or_si128(hits, _mm_cmpeq_epi8(text, _mm_set1_epi8(byte)));
    }
    result |= static_cast<uint64_t>(static_cast<uint32_t>(_mm_movemask_epi8(hits))) << (part * 16);
  }
#else
  for (size_t i = 0; i < byte_window; ++i) {
    for (auto byte : wanted) {
      result |= static_cast<uint64_t>(at[i] == byte) << i;
    }
  }
#endif
  return result;
}

} // namespace faucet
