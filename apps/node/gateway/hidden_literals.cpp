#include "apps/node/gateway/hidden_literals.hpp"

#include "apps/node/gateway/sealing.hpp"
#include "config/each_reference.hpp"
#include "config/scalar_text.hpp"

#include <vector>

namespace faucet {

namespace {

constexpr size_t shortest_part = 3; ///< of a word

constexpr size_t most_parts = 1000;

constexpr auto mask = "***";

bool is_plain(const node& x) {
  auto text = scalar_text(x);
  return x.is_null() || !text || text->empty() || *text == "true" || *text == "false";
}

/// Hides in a tree.
struct hider {
  const std::set<std::string>& whole;
  const secret_mask& within;

  void hide_in(node& x) const {
    if (auto* entries = std::get_if<node::map_type>(&x.content())) {
      for (auto& entry : *entries) {
        hide_in(entry.value);
      }
    } else if (auto* items = std::get_if<node::list_type>(&x.content())) {
      for (auto& item : *items) {
        hide_in(item);
      }
    } else if (!is_plain(x) && !is_reference(x)) {
      hide(x);
    }
  }

  void hide(node& scalar) const {
    auto text = *scalar_text(scalar);
    if (whole.contains(text) && (scalar.text() != nullptr || text.size() >= shortest_part)) {
      scalar = node{std::string{mask}, scalar.where()};
    } else if (scalar.text() != nullptr) {
      scalar = node{within.apply(std::move(text)), scalar.where()};
    }
  }
};

} // namespace

void hidden_literals::note(const node& scalar) {
  if (!is_plain(scalar)) {
    texts_.insert(*scalar_text(scalar));
  }
}

void hidden_literals::hide_in(node& document) const {
  std::vector<std::string> parts;
  for (auto at = texts_.begin(); at != texts_.end() && parts.size() < most_parts; ++at) {
    if (at->size() >= shortest_part) {
      parts.push_back(*at);
    }
  }
  hider{.whole = texts_, .within = mask_of(parts)}.hide_in(document);
}

} // namespace faucet
