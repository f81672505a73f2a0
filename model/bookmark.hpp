#pragma once

#include <string>

namespace faucet {

/// A position in a source, as compact JSON text. Opaque to everybody but the source that made it.
struct bookmark {
  std::string json;

  friend bool operator==(const bookmark&, const bookmark&) = default;
};

} // namespace faucet
