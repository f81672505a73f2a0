#pragma once

#include "config/node.hpp"

#include <string>
#include <variant>
#include <vector>

namespace faucet {

/// A `${row.path}`: what stands at the path in a record of another row.
struct row_reference {
  std::string token; ///< the whole of it, with dollar and braces
  std::string row;
  std::string path;
};

/// A text with references to rows, cut into plain text and references. Cut once, while the document
/// is loaded: what values bring in is data and is never searched for references.
struct deferred_text {
  using piece = std::variant<std::string, row_reference>;

  std::vector<piece> pieces;

  /// The one reference that is the whole text; nullptr where there is more.
  [[nodiscard]] const row_reference* whole() const noexcept {
    return pieces.size() == 1 ? std::get_if<row_reference>(&pieces.front()) : nullptr;
  }
};

/// Calls `visit(const row_reference&, const node&)` for each reference in a tree, in its order.
template <class Visitor>
void for_each_row_reference(const node& tree, Visitor&& visit) {
  if (const auto& text = tree.deferred()) {
    for (const auto& piece : text->pieces) {
      if (const auto* found = std::get_if<row_reference>(&piece)) {
        visit(*found, tree);
      }
    }
  } else if (const auto* items = tree.list()) {
    for (const auto& item : *items) {
      for_each_row_reference(item, visit);
    }
  } else if (const auto* entries = tree.map()) {
    for (const auto& entry : *entries) {
      for_each_row_reference(entry.value, visit);
    }
  }
}

} // namespace faucet
