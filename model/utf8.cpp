#include "model/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace faucet {

namespace {

/// Length of the sequence at the front, 0 where it is malformed.
size_t sequence_length(std::string_view bytes) noexcept {
  auto byte = [&](size_t i) -> uint8_t {
    return i < bytes.size() ? static_cast<uint8_t>(bytes[i]) : 0;
  };
  auto follows = [&](size_t i) { return (byte(i) & 0xc0) == 0x80; };
  auto lead = byte(0);
  if (lead < 0x80) {
    return 1;
  }
  if (lead >= 0xc2 && lead <= 0xdf) {
    return follows(1) ? 2 : 0;
  }
  if (lead >= 0xe0 && lead <= 0xef) {
    auto overlong = lead == 0xe0 && byte(1) < 0xa0;
    auto surrogate = lead == 0xed && byte(1) > 0x9f;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    auto overlong = lead == 0xf0 && byte(1) < 0x90;
    auto too_large = lead == 0xf4 && byte(1) > 0x8f;
    return follows(1) && follows(2) && follows(3) && !overlong && !too_large ? 4 : 0;
  }
  return 0;
}

} // namespace

bool is_utf8(std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    uint64_t word = 0;
    if (bytes.size() >= sizeof word) {
      std::memcpy(&word, bytes.data(), sizeof word);
      if ((word & 0x8080808080808080ULL) == 0) {
        bytes.remove_prefix(sizeof word);
        continue;
      }
    }
    auto length = sequence_length(bytes);
    if (length == 0) {
      return false;
    }
    bytes.remove_prefix(length);
  }
  return true;
}

} // namespace faucet
