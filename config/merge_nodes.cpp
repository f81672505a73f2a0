#include "config/merge_nodes.hpp"

#include <algorithm>

namespace faucet {

node merge_nodes(const node& base, const node& over) {
  if (base.map() == nullptr || over.map() == nullptr) {
    return over;
  }
  auto entries = *base.map();
  for (const auto& entry : *over.map()) {
    auto same = std::ranges::find(entries, entry.key, &node::entry::key);
    if (same == entries.end()) {
      entries.push_back(entry);
    } else {
      *same = {entry.key, merge_nodes(same->value, entry.value), entry.where};
    }
  }
  return node{std::move(entries), over.where()};
}

} // namespace faucet
