#include "config/secret_mask.hpp"

#include <algorithm>

namespace faucet {

namespace {

constexpr size_t shortest = 3;

void collect(const node& from, std::vector<std::string>& into) {
  if (const auto* text = from.text(); text != nullptr && from.secret()) {
    if (text->size() >= shortest) {
      into.push_back(*text);
    }
  } else if (const auto* items = from.list()) {
    for (const auto& item : *items) {
      collect(item, into);
    }
  } else if (const auto* entries = from.map()) {
    for (const auto& entry : *entries) {
      collect(entry.value, into);
    }
  }
}

} // namespace

void secret_mask::learn(const node& tree) {
  collect(tree, texts_);
  std::ranges::stable_sort(texts_, std::ranges::greater{}, &std::string::size);
}

std::string secret_mask::apply(std::string text) const {
  for (const auto& secret : texts_) {
    for (auto at = text.find(secret); at != std::string::npos; at = text.find(secret, at + 3)) {
      text.replace(at, secret.size(), "***");
    }
  }
  return text;
}

error masked(error failure, const secret_mask& secrets) {
  failure.what = secrets.apply(std::move(failure.what));
  failure.which = secrets.apply(std::move(failure.which));
  return failure;
}

} // namespace faucet
