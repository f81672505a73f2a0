#pragma once

#include "model/error.hpp"

#include <string>

namespace faucet {

/// Names the key that a failure of a store is about.
template <class T>
expected<T> about_key(const std::string& key, expected<T> outcome) {
  if (!outcome) {
    outcome.error().what += " (state key " + key + ")";
  }
  return outcome;
}

} // namespace faucet
