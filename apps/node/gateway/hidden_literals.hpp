#pragma once

#include "config/node.hpp"

#include <set>
#include <string>

namespace faucet {

/// What was hidden at one place of a document, to be hidden at all others: aliases of YAML are
/// copies by then, and people write a secret twice.
class hidden_literals {
public:
  /// Remembers a scalar; not `null`, `true` and `false`.
  void note(const node& scalar);

  /// Puts "***" for them within all texts but those that are a reference, and for numbers. One of
  /// fewer than three bytes, which stands in many a word, counts only where it is the whole text;
  /// and of very many some do, since each makes a search of the document.
  void hide_in(node& document) const;

private:
  std::set<std::string> texts_;
};

} // namespace faucet
