#include "config/nearest_name.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace faucet {

namespace {

/// Levenshtein distance in bytes.
size_t distance(std::string_view lhs, std::string_view rhs) {
  std::vector<size_t> row(rhs.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < lhs.size(); ++i) {
    auto diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < rhs.size(); ++j) {
      auto substituted = diagonal + (lhs[i] == rhs[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j + 1] + 1, row[j] + 1, substituted});
    }
  }
  return row.back();
}

} // namespace

std::string_view nearest_name(std::string_view mistyped, std::span<const std::string_view> known) {
  constexpr size_t longest = 100; // a longer key is no slip of the finger
  if (mistyped.empty() || mistyped.size() > longest) {
    return {};
  }
  std::string_view best;
  auto best_distance = std::max<size_t>(2, mistyped.size() / 3) + 1;
  for (auto candidate : known) {
    if (auto d = distance(mistyped, candidate); d < best_distance) {
      best = candidate;
      best_distance = d;
    }
  }
  return best;
}

std::string suggestion(std::string_view mistyped, std::span<const std::string_view> known) {
  auto nearest = nearest_name(mistyped, known);
  return nearest.empty() ? std::string{} : "; did you mean \"" + std::string{nearest} + "\"?";
}

std::string suggestion_of(std::string_view mistyped, const std::vector<std::string_view>& known,
                          std::string_view label) {
  std::string all;
  for (auto candidate : known) {
    all += (all.empty() ? "" : ", ") + std::string{candidate};
  }
  return suggestion(mistyped, known) + " (" + std::string{label} + ": "
         + (all.empty() ? "none" : all) + ")";
}

error unknown_key(const node::entry& found, std::span<const std::string_view> known,
                  std::string_view owner) {
  auto hint = suggestion(found.key, known);
  auto knows = [known](std::string_view key) {
    return std::ranges::find(known, key) != known.end();
  };
  if (hint.empty() && knows("type") && knows("config")) {
    hint = "; the options of a type stand below \"config:\"";
  }
  return {ec::invalid_config, "unknown key \"" + found.key + "\" in " + std::string{owner} + hint,
          to_string(found.where)};
}

} // namespace faucet
