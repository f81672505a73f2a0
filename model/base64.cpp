#include "model/base64.hpp"

#include <cstdint>

namespace faucet {

char* write_base64(char* to, std::string_view octets) noexcept {
  static constexpr char digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr size_t group = 3;
  for (size_t at = 0; at < octets.size(); at += group) {
    auto left = octets.size() - at;
    auto byte = [&](size_t i) -> uint32_t {
      return i < left ? static_cast<unsigned char>(octets[at + i]) : 0;
    };
    auto bits = byte(0) << 16 | byte(1) << 8 | byte(2);
    *to++ = digits[bits >> 18];
    *to++ = digits[bits >> 12 & 63];
    *to++ = left > 1 ? digits[bits >> 6 & 63] : '=';
    *to++ = left > 2 ? digits[bits & 63] : '=';
  }
  return to;
}

} // namespace faucet
