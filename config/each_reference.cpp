#include "config/each_reference.hpp"

namespace faucet {

expected<void>
for_each_reference(const node& tree,
                   const std::function<expected<void>(const node&, const reference&)>& visit) {
  expected<void> result;
  if (const auto* text = tree.text()) {
    auto pieces = split_references(*text);
    for (size_t i = 0; result && pieces && i < pieces->size(); ++i) {
      if (const auto* found = std::get_if<reference>(&(*pieces)[i])) {
        result = visit(tree, *found);
      }
    }
  } else if (const auto* list = tree.list()) {
    for (auto item = list->begin(); result && item != list->end(); ++item) {
      result = for_each_reference(*item, visit);
    }
  } else if (const auto* map = tree.map()) {
    for (auto entry = map->begin(); result && entry != map->end(); ++entry) {
      result = for_each_reference(entry->value, visit);
    }
  }
  return result;
}

bool is_whole_reference(std::string_view text) {
  return text.starts_with("${") && text.find('}') == text.size() - 1;
}

bool is_reference(const node& x) {
  return x.text() != nullptr && is_whole_reference(*x.text());
}

} // namespace faucet
