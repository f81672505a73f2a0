#pragma once

#include <cstdint>

namespace faucet {

/// A source driver that reads incrementally, by a key that each record should have.
class keyed_source {
public:
  virtual ~keyed_source() = default;

  /// Records so far, of those that were read, without that key.
  [[nodiscard]] virtual uint64_t keyless() const = 0;
};

} // namespace faucet
