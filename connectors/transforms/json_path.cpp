#include "connectors/transforms/json_path.hpp"

#include <charconv>

namespace faucet {

namespace {

using steps = std::vector<json_path::step>;

/// What is wrong; empty where nothing is.
using complaint = std::string_view;

/// Takes `name` off the front, up to the next point or bracket.
complaint take_name(std::string_view& rest, steps& into) {
  auto name = rest.substr(0, rest.find_first_of(".["));
  if (name.empty()) {
    return "it has an empty segment";
  }
  if (name == "*") {
    return "it may lead to one value only, not to every field (*)";
  }
  into.emplace_back(std::string{name});
  rest.remove_prefix(name.size());
  return {};
}

/// Takes `['name']`, `["name"]` or `[0]` off the front.
complaint take_bracket(std::string_view& rest, steps& into) {
  rest.remove_prefix(1);
  if (rest.starts_with('\'') || rest.starts_with('"')) {
    auto end = rest.find(rest.front(), 1);
    if (end == std::string_view::npos || rest.substr(end + 1, 1) != "]") {
      return "a quoted name must end with its quote and ]";
    }
    into.emplace_back(std::string{rest.substr(1, end - 1)});
    rest.remove_prefix(end + 2);
    return {};
  }
  size_t index = 0;
  auto [end, status] = std::from_chars(rest.data(), rest.data() + rest.size(), index);
  auto length = static_cast<size_t>(end - rest.data());
  if (status != std::errc{} || rest.substr(length, 1) != "]") {
    return "brackets must hold a quoted name or an index counted from 0";
  }
  into.emplace_back(index);
  rest.remove_prefix(length + 1);
  return {};
}

complaint take_all(std::string_view rest, steps& into) {
  auto at_start = !rest.starts_with('$');
  if (!at_start) {
    rest.remove_prefix(1);
  }
  while (!rest.empty()) {
    complaint wrong;
    if (rest.front() == '[') {
      wrong = take_bracket(rest, into);
    } else if (rest.front() == '.') {
      rest.remove_prefix(1);
      wrong = at_start ? "it has an empty segment" : take_name(rest, into);
    } else {
      wrong = at_start ? take_name(rest, into) : "a point or a bracket must follow";
    }
    if (!wrong.empty()) {
      return wrong;
    }
    at_start = false;
  }
  return {};
}

} // namespace

expected<json_path> json_path::parse_or_root(std::string_view text) {
  json_path result;
  result.text_ = text;
  if (auto wrong = take_all(text, result.steps_); !wrong.empty()) {
    return fail(ec::invalid_config,
                "the path \"" + result.text_ + "\" is not valid: " + std::string{wrong});
  }
  return result;
}

expected<json_path> json_path::parse(std::string_view text) {
  auto result = parse_or_root(text);
  if (result && result->steps_.empty()) {
    return fail(ec::invalid_config, "the path \"" + result->text_ + "\" must name a field");
  }
  return result;
}

const value* json_path::resolve(const value& from) const noexcept {
  const auto* result = &from;
  for (const auto& next : steps_) {
    if (const auto* name = std::get_if<std::string>(&next)) {
      result = result->is_object() ? result->as_object().find(*name) : nullptr;
    } else {
      const auto* index = std::get_if<size_t>(&next);
      auto inside = result->is_list() && *index < result->as_list().size();
      result = inside ? &result->as_list()[*index] : nullptr;
    }
    if (result == nullptr) {
      return nullptr;
    }
  }
  return result;
}

} // namespace faucet
