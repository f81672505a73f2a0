#include "connectors/transforms/regex_syntax.hpp"

#include <algorithm>
#include <charconv>

namespace faucet {

namespace {

constexpr bool is_name_character(char c) noexcept {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// The name behind a dollar sign at the front of `text`, taken off it; empty where there is none.
std::string_view take_reference(std::string_view& text) noexcept {
  if (text.starts_with("${")) {
    if (auto end = text.find('}'); end != std::string_view::npos) {
      auto name = text.substr(2, end - 2);
      text.remove_prefix(end + 1);
      return name;
    }
    return {};
  }
  auto end = std::find_if_not(text.begin() + 1, text.end(), is_name_character);
  auto name = text.substr(1, static_cast<size_t>(end - text.begin()) - 1);
  text.remove_prefix(name.empty() ? 0 : name.size() + 1);
  return name;
}

expected<int> group_number(std::string_view name, const RE2& pattern) {
  const auto& names = pattern.NamedCapturingGroups();
  if (auto found = names.find(std::string{name}); found != names.end()) {
    return found->second;
  }
  auto number = 0;
  auto [end, failure] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (failure == std::errc{} && end == name.data() + name.size() && number >= 0
      && number <= pattern.NumberOfCapturingGroups()) {
    return number;
  }
  return fail(ec::invalid_config, "the pattern has no group \"" + std::string{name}
                                    + "\" (${1}x is group 1 and an x, $1x is a group named 1x)");
}

} // namespace

std::string with_re2_groups(std::string_view pattern) {
  std::string result;
  auto in_class = false;
  while (!pattern.empty()) {
    if (pattern.starts_with("(?<") && !in_class && !pattern.starts_with("(?<=")
        && !pattern.starts_with("(?<!")) {
      result += "(?P<";
      pattern.remove_prefix(3);
      continue;
    }
    auto size = pattern.starts_with('\\') ? std::min<size_t>(2, pattern.size()) : 1;
    in_class = size == 1 && (in_class ? pattern[0] != ']' : pattern[0] == '[');
    result += pattern.substr(0, size);
    pattern.remove_prefix(size);
  }
  return result;
}

expected<regex_replacement> parse_replacement(std::string_view text, const RE2& pattern) {
  regex_replacement result;
  std::string literal;
  while (!text.empty()) {
    auto is_dollar = text[0] == '$';
    if (auto name = is_dollar ? take_reference(text) : std::string_view{}; !name.empty()) {
      auto group = group_number(name, pattern);
      if (!group) {
        return fail(std::move(group));
      }
      result.emplace_back(std::exchange(literal, {}));
      result.emplace_back(*group);
      continue;
    }
    literal += text[0];
    text.remove_prefix(text.starts_with("$$") ? 2 : 1);
  }
  result.emplace_back(std::move(literal));
  return result;
}

} // namespace faucet
