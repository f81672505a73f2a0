#pragma once

#include <netinet/in.h>

#include <cstdint>

namespace faucet::test {

/// An address of this machine, another one each time: the ports of one would run out.
inline uint32_t next_address() {
  static uint32_t given = 0;
  return INADDR_LOOPBACK + ++given % 16'000'000;
}

} // namespace faucet::test
