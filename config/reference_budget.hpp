#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <cstddef>

namespace faucet {

/// Counts what references bring into a document, and refuses what multiplies.
class reference_budget {
public:
  /// One value of so many bytes.
  expected<void> spend(size_t bytes, const position& where);

  /// All that is in a tree.
  expected<void> spend_copy(const node& copied, const position& where);

private:
  size_t steps_ = 0;
  size_t bytes_ = 0;
};

} // namespace faucet
