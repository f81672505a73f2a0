#include "state/random_name.hpp"

#include <array>
#include <cstdio>
#include <random>

namespace faucet {

std::string random_name() {
  std::random_device entropy;
  std::array<char, 33> digits{};
  std::snprintf(digits.data(), digits.size(), "%08x%08x%08x%08x", entropy(), entropy(), entropy(),
                entropy());
  return digits.data();
}

} // namespace faucet
