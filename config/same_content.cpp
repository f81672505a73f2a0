#include "config/same_content.hpp"

#include <algorithm>

namespace faucet {

bool same_content(const node& x, const node& y) {
  if (x.content().index() != y.content().index() || x.deferred() != y.deferred()) {
    return false;
  }
  if (const auto* items = x.list()) {
    return std::ranges::equal(*items, *y.list(), same_content);
  }
  const auto* entries = x.map();
  if (entries == nullptr) {
    return std::visit(
      [&y](const auto& content) {
        using type = std::decay_t<decltype(content)>;
        if constexpr (std::is_same_v<type,
                                     node::list_type> || std::is_same_v<type, node::map_type>) {
          return false; // compared above and below
        } else {
          return content == std::get<type>(y.content());
        }
      },
      x.content());
  }
  return entries->size() == y.map()->size()
         && std::ranges::all_of(*entries, [&y](const auto& entry) {
              const auto* other = y.find(entry.key);
              return other != nullptr && same_content(entry.value, *other);
            });
}

} // namespace faucet
