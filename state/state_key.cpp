#include "state/state_key.hpp"

#include <algorithm>

namespace faucet {

namespace {

constexpr size_t longest_key = 256;

bool is_key_character(char c) noexcept {
  constexpr std::string_view signs = "_-:./";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
         || signs.find(c) != std::string_view::npos;
}

/// Between slashes something must stand that is no hidden file and leads nowhere else.
bool has_bad_segment(std::string_view key) noexcept {
  if (key.find('/') == std::string_view::npos) {
    return false;
  }
  for (;;) {
    auto end = key.find('/');
    if (key.substr(0, end).empty() || key.starts_with('.')) {
      return true;
    }
    if (end == std::string_view::npos) {
      return false;
    }
    key.remove_prefix(end + 1);
  }
}

/// What is wrong with a key; empty where nothing is.
std::string_view complaint(std::string_view key) noexcept {
  if (key.size() > longest_key) {
    return "is longer than 256 characters";
  }
  if (!std::ranges::all_of(key, is_key_character)) {
    return "may hold letters, digits and _ - : . / only";
  }
  if (key.starts_with('.')) {
    return "must not begin with a point";
  }
  return has_bad_segment(key) ? "has an empty or hidden part between slashes" : std::string_view{};
}

} // namespace

expected<std::string> state_key(std::string_view pipeline, std::string_view row) {
  auto result = std::string{pipeline} + "::" + std::string{row};
  if (auto wrong = complaint(result); !wrong.empty()) {
    return fail(ec::invalid_config,
                "a bookmark cannot be kept under this name, it " + std::string{wrong}
                  + "; give the pipeline another \"name\"",
                result);
  }
  return result;
}

} // namespace faucet
