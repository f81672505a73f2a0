#include "model/json_escape.hpp"

#include "model/text_block.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace faucet::detail {

namespace {

/// How one byte is written: up to six characters, stored eight at a time.
struct escape {
  std::array<char, 8> text{};
  uint8_t size = 0;
};

constexpr std::array<escape, 256> make_escapes() {
  std::array<escape, 256> result{};
  for (size_t byte = 0; byte < result.size(); ++byte) {
    result[byte] = {{static_cast<char>(byte)}, 1};
  }
  constexpr std::string_view digits = "0123456789abcdef";
  for (size_t byte = 0; byte < 0x20; ++byte) {
    result[byte] = {{'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15]}, 6};
  }
  constexpr std::string_view short_forms = "\bb\ff\nn\rr\tt\"\"\\\\";
  for (size_t i = 0; i < short_forms.size(); i += 2) {
    result[static_cast<unsigned char>(short_forms[i])] = {{'\\', short_forms[i + 1]}, 2};
  }
  return result;
}

constexpr auto escapes = make_escapes();

inline char* write_byte(char* to, char byte) noexcept {
  const auto& form = escapes[static_cast<unsigned char>(byte)];
  std::memcpy(to, form.text.data(), form.text.size());
  return to + form.size;
}

#if defined(__SSE2__)

inline uint32_t special_bytes(__m128i block) noexcept {
  auto quote = _mm_cmpeq_epi8(block, _mm_set1_epi8('"'));
  auto backslash = _mm_cmpeq_epi8(block, _mm_set1_epi8('\\'));
  auto control = _mm_cmpeq_epi8(_mm_min_epu8(block, _mm_set1_epi8(0x1f)), block);
  return marked_bytes(_mm_or_si128(control, _mm_or_si128(quote, backslash)));
}

/// Copies a block whose bytes in `special` need an escape.
inline char* write_special(char* to, const char* from, size_t size, uint32_t special) noexcept {
  size_t done = 0;
  do {
    auto at = static_cast<size_t>(std::countr_zero(special));
    std::memcpy(to, from + done, at - done);
    to = write_byte(to + (at - done), from[at]);
    done = at + 1;
    special &= special - 1;
  } while (special != 0);
  std::memcpy(to, from + done, size - done);
  return to + (size - done);
}

inline char* write_body(char* to, const char* from, size_t size) noexcept {
  for (; size >= block_size; size -= block_size, from += block_size) {
    auto block = load_block(from);
    auto special = special_bytes(block);
    if (special != 0) {
      to = write_special(to, from, block_size, special);
    } else {
      store_block(to, block);
      to += block_size;
    }
  }
  auto block = load_tail(from, size);
  auto special = special_bytes(block) & ((uint32_t{1} << size) - 1);
  if (special != 0) {
    return write_special(to, from, size, special);
  }
  store_block(to, block);
  return to + size;
}

#else

inline char* write_body(char* to, const char* from, size_t size) noexcept {
  for (const auto* end = from + size; from != end; ++from) {
    to = write_byte(to, *from);
  }
  return to;
}

#endif

} // namespace

char* write_escaped_body(char* to, std::string_view text) noexcept {
  return write_body(to, text.data(), text.size());
}

char* write_escaped(char* to, std::string_view text) noexcept {
  *to++ = '"';
  to = write_body(to, text.data(), text.size());
  *to++ = '"';
  return to;
}

} // namespace faucet::detail
