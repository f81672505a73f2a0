#pragma once

// Sixteen bytes of text at a time, where the processor can.

#if defined(__SSE2__)

#include <emmintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace faucet::detail {

inline constexpr size_t block_size = 16;

template <class Word>
Word load_word(const char* from) noexcept {
  Word result;
  std::memcpy(&result, from, sizeof result);
  return result;
}

inline __m128i load_block(const char* from) noexcept {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}

inline void store_block(char* to, __m128i block) noexcept {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), block);
}

/// The last bytes of a text, fewer than a block, and zeroes; reads nothing behind them.
inline __m128i load_tail(const char* from, size_t size) noexcept {
  if (size > 8) {
    auto high = load_word<uint64_t>(from + size - 8) >> (8 * (block_size - size));
    return _mm_set_epi64x(static_cast<int64_t>(high), load_word<int64_t>(from));
  }
  uint64_t bytes = 0;
  if (size >= 4) {
    bytes = load_word<uint32_t>(from + size - 4);
    bytes = bytes << (8 * (size - 4)) | load_word<uint32_t>(from);
  } else if (size != 0) {
    bytes = static_cast<unsigned char>(from[0]);
    bytes |= uint64_t{static_cast<unsigned char>(from[size / 2])} << (8 * (size / 2));
    bytes |= uint64_t{static_cast<unsigned char>(from[size - 1])} << (8 * (size - 1));
  }
  return _mm_set_epi64x(0, static_cast<int64_t>(bytes));
}

/// One bit a byte that is marked with 0xff.
inline uint32_t marked_bytes(__m128i marks) noexcept {
  return static_cast<uint32_t>(_mm_movemask_epi8(marks));
}

} // namespace faucet::detail

#endif
