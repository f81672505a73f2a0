#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <string>
#include <vector>

namespace faucet {

/// Hides in messages what was made from secrets.
class secret_mask {
public:
  /// Remembers the texts in a tree that are secret.
  void learn(const node& tree);

  /// `text` with "***" for each text that was learnt, also where it stands as JSON or an address
  /// writes it; one of fewer than three bytes, which stands in many a word, only where it is a word
  /// by itself.
  [[nodiscard]] std::string apply(std::string text) const;

private:
  std::vector<std::string> texts_; ///< longest first
};

/// The same failure without the secrets.
error masked(error failure, const secret_mask& secrets);

} // namespace faucet
