#include "connectors/postgres/copy_text.hpp"

#include <cstdint>

namespace faucet {

namespace {

constexpr uint64_t every_byte = 0x0101010101010101;
constexpr uint64_t every_top_bit = every_byte * 0x80;

/// Not 0 where one of the eight bytes may need more than to be copied: a backslash or one below 14.
uint64_t suspicious(uint64_t word) noexcept {
  auto low = (word - every_byte * 14) & ~word;
  auto difference = word ^ (every_byte * static_cast<uint64_t>('\\'));
  auto backslash = (difference - every_byte) & ~difference;
  return (low | backslash) & every_top_bit;
}

char escape_of(char byte) noexcept {
  switch (byte) {
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    case '\\':
      return '\\';
    default:
      return '\0';
  }
}

} // namespace

bool append_copied(byte_buffer& out, std::string_view text) {
  auto* to = out.room(text.size() * 2 + sizeof(uint64_t));
  const auto* from = text.data();
  const auto* end = from + text.size();
  while (from < end) {
    if (end - from >= static_cast<std::ptrdiff_t>(sizeof(uint64_t))) {
      uint64_t word = 0;
      std::memcpy(&word, from, sizeof word);
      std::memcpy(to, from, sizeof word);
      if (suspicious(word) == 0) {
        from += sizeof word;
        to += sizeof word;
        continue;
      }
    }
    auto byte = *from++;
    if (auto escape = escape_of(byte); escape != '\0') {
      *to++ = '\\';
      *to++ = escape;
    } else if (byte == '\0') {
      return false;
    } else {
      *to++ = byte;
    }
  }
  out.commit(to);
  return true;
}

} // namespace faucet
