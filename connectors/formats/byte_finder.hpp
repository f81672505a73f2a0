#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace faucet {

/// Finds the next one of a few bytes, looking at 64 bytes at a time. Meant to be asked for one
/// place after another of the same text: what it saw at one look serves the following questions.
template <size_t N>
class byte_finder {
public:
  /// Bytes behind the text that are looked at too.
  static constexpr size_t window = 64;

  explicit byte_finder(std::array<char, N> wanted) noexcept : wanted_(wanted) {
    // nop
  }

  /// To be called when the text has changed.
  void forget() noexcept {
    base_ = nullptr;
  }

  /// The first wanted byte in [from, end), or end. Places must not go back by a window or more
  /// within one text.
  const char* find(const char* from, const char* end) noexcept {
    auto offset = static_cast<size_t>(from - base_);
    if (base_ == nullptr || offset >= window) {
      look(from);
      offset = 0;
    }
    auto left = seen_ >> offset;
    while (left == 0) {
      from = base_ + window;
      if (from >= end) {
        return end;
      }
      look(from);
      left = seen_;
    }
    from += std::countr_zero(left);
    return from < end ? from : end;
  }

private:
  void look(const char* at) noexcept {
    base_ = at;
    seen_ = 0;
#if defined(__SSE2__)
    for (size_t part = 0; part < window / 16; ++part) {
      auto text = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + part * 16));
      auto hits = _mm_setzero_si128();
      for (auto byte : wanted_) {
        hits = _mm_or_si128(hits, _mm_cmpeq_epi8(text, _mm_set1_epi8(byte)));
      }
      seen_ |= static_cast<uint64_t>(static_cast<uint32_t>(_mm_movemask_epi8(hits))) << (part * 16);
    }
#else
    for (size_t i = 0; i < window; ++i) {
      for (auto byte : wanted_) {
        seen_ |= static_cast<uint64_t>(at[i] == byte) << i;
      }
    }
#endif
  }

  std::array<char, N> wanted_;
  const char* base_ = nullptr;
  uint64_t seen_ = 0;
};

} // namespace faucet
