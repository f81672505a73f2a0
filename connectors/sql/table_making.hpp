#pragma once

#include "model/error.hpp"

#include <string>

namespace faucet {

/// The outcome of making a table or the like; a failure tells of what.
template <class T>
expected<T> cannot_be_made(const std::string& thing, expected<T> outcome) {
  if (!outcome) {
    outcome.error().what = thing + " cannot be made: " + outcome.error().what;
  }
  return outcome;
}

} // namespace faucet
