#include "state/chosen_child.hpp"

#include "config/json_reader.hpp"
#include "config/to_value.hpp"
#include "state/component.hpp"
#include "state/json_text.hpp"
#include "state/state_key.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace faucet {

namespace {

constexpr std::string_view flag = "--parent-key";

/// True for what only a rendered key begins with: the tag of its type.
bool is_tagged(std::string_view text) {
  static constexpr std::array<std::string_view, 6> tags{"_n.", "_b.", "_z.", "_a.", "_o.", "_s."};
  return std::ranges::any_of(tags, [text](auto tag) { return text.starts_with(tag); });
}

} // namespace

expected<std::string> choose_child(const std::string& row_key, std::string_view text,
                                   std::span<const std::string> stored) {
  auto is_stored = [stored](const std::string& key) {
    return std::ranges::find(stored, key) != stored.end();
  };
  if (text.empty()) {
    return fail(ec::invalid_config, "must not be empty", std::string{flag});
  }
  auto as_printed = row_key + "::" + std::string{text};
  if (is_tagged(text) || (is_stored(as_printed) && !names_marker(text))) {
    return checked_state_key(std::move(as_printed));
  }
  auto json = read_json(text, nullptr);
  page_builder memory;
  auto typed = json ? std::optional{to_value(*json, memory)} : std::nullopt;
  if (typed && typed->is_string()) {
    return child_key(row_key, &*typed);
  }
  auto plain = value::of_string(text);
  auto as_text = child_key(row_key, &plain);
  if (!typed || !as_text || typed->is_null()) {
    return as_text;
  }
  auto as_typed = child_key(row_key, &*typed);
  if (!as_typed || is_stored(*as_text) != is_stored(*as_typed)) {
    return !as_typed || is_stored(*as_text) ? as_text : as_typed;
  }
  return fail(ec::invalid_config,
              "may be a text or not; say " + parent_component(*typed) + ", or " + json_of(text)
                + " in quotes for the text",
              std::string{flag} + " " + std::string{text});
}

} // namespace faucet
