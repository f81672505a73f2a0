#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// Lists and maps may lie this deep in one another.
inline constexpr size_t max_nesting = 128;

/// Makes a tree of nodes from the events of a parser: keys are distinct, merge keys resolved and
/// the depth bounded.
class tree_builder {
public:
  expected<void> open_map(const position& where);
  expected<void> open_list(const position& where);

  /// Ends the innermost map or list.
  expected<void> close();

  /// The next node belongs to this key; `merges` where its map or maps give entries to this one.
  void key(std::string name, const position& where, bool merges = false);

  void scalar(node x);

  /// True directly inside a map where no key waits for its value.
  [[nodiscard]] bool wants_key() const noexcept;

  /// The finished tree, once every map and list is closed.
  node take() noexcept {
    return std::move(root_);
  }

private:
  struct level {
    node container;
    std::string key;
    position key_place;
    bool has_key = false;
    bool key_merges = false;
    std::optional<size_t> merged_entry; ///< index of the entry that gives its maps' entries
  };

  expected<void> open(node::content_type container, const position& where);
  void attach(node x);

  std::vector<level> open_;
  node root_;
};

/// The failure for what nests deeper than max_nesting.
tl::unexpected<error> nested_too_deep(const position& where);

} // namespace faucet
