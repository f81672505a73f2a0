#include "state/run_id.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <random>

namespace faucet {

std::string make_run_id() {
  std::random_device random;
  std::array<uint32_t, 4> words{random(), random(), random(), random()};
  std::array<uint8_t, 16> bytes{};
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<uint8_t>(words[i / 4] >> (i % 4 * 8));
  }
  constexpr int64_t millisecond = 1'000'000;
  auto now = std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::system_clock::now().time_since_epoch())
               .count();
  for (size_t i = 0; i < 6; ++i) {
    bytes[i] = static_cast<uint8_t>((now / millisecond) >> (40 - 8 * i));
  }
  // So that ids of one millisecond sort by their time, too.
  auto fraction = now % millisecond * 4096 / millisecond;
  bytes[6] = static_cast<uint8_t>((fraction >> 8) | 0x70);
  bytes[7] = static_cast<uint8_t>(fraction);
  bytes[8] = static_cast<uint8_t>((bytes[8] & 0x3f) | 0x80);
  std::string result;
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) {
      result += '-';
    }
    result += "0123456789abcdef"[bytes[i] >> 4];
    result += "0123456789abcdef"[bytes[i] & 0x0f];
  }
  return result;
}

} // namespace faucet
