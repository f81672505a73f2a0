#include "connectors/postgres/bytea_text.hpp"

#include <array>
#include <cstdint>

namespace faucet {

namespace {

constexpr std::string_view alphabet =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr auto sextets = [] {
  std::array<int8_t, 256> result{};
  result.fill(-1);
  for (size_t i = 0; i < alphabet.size(); ++i) {
    result[static_cast<unsigned char>(alphabet[i])] = static_cast<int8_t>(i);
  }
  return result;
}();

char* write_hex(char* to, uint32_t octet) noexcept {
  constexpr std::string_view digits = "0123456789abcdef";
  *to++ = digits[octet >> 4U & 15U];
  *to++ = digits[octet & 15U];
  return to;
}

} // namespace

void append_bytea(byte_buffer& out, std::string_view octets) {
  auto* to = out.room(octets.size() * 2 + 2);
  *to++ = '\\';
  *to++ = 'x';
  for (auto octet : octets) {
    to = write_hex(to, static_cast<unsigned char>(octet));
  }
  out.commit(to);
}

bool append_bytea_of_base64(byte_buffer& out, std::string_view text, bool strict) {
  auto* to = out.room(text.size() * 2 + 2);
  *to++ = '\\';
  *to++ = 'x';
  uint32_t bits = 0;
  unsigned count = 0;
  size_t characters = 0;
  size_t padding = 0;
  for (auto byte : text) {
    if (!strict && (byte == '\n' || byte == '\r')) {
      continue;
    }
    ++characters;
    if (byte == '=') {
      ++padding;
      continue;
    }
    auto sextet = sextets[static_cast<unsigned char>(byte)];
    if (sextet < 0 || padding > 0) {
      return false;
    }
    bits = bits << 6U | static_cast<uint32_t>(sextet);
    count += 6;
    if (count >= 8) {
      count -= 8;
      to = write_hex(to, bits >> count & 255U);
    }
  }
  if (characters % 4 != 0 || padding > 2 || (bits & ((1U << count) - 1)) != 0) {
    return false;
  }
  out.commit(to);
  return true;
}

} // namespace faucet
