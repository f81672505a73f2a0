#include "state/state_key.hpp"

#include "state/component.hpp"

#include <algorithm>
#include <array>

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
  if (key.empty()) {
    return "is empty";
  }
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

std::string joined(std::string_view left, std::string_view right) {
  return std::string{left} + "::" + std::string{right};
}

/// True where one of the parts between `::` names a marker: such a key holds no bookmark.
bool is_of_marker(std::string_view key) noexcept {
  for (;;) {
    auto end = key.find("::");
    if (names_marker(key.substr(0, end))) {
      return true;
    }
    if (end == std::string_view::npos) {
      return false;
    }
    key.remove_prefix(end + 2);
  }
}

/// Adds the key unless it is of no use or there already.
void add_candidate(std::vector<std::string>& to, std::string key) {
  if (complaint(key).empty() && !is_of_marker(key) && std::ranges::find(to, key) == to.end()) {
    to.push_back(std::move(key));
  }
}

constexpr std::array older_schemes{key_scheme::typed, key_scheme::encoded, key_scheme::verbatim};

} // namespace

expected<void> validate_state_key(std::string_view key) {
  if (auto wrong = complaint(key); !wrong.empty()) {
    return fail(ec::invalid_config, "a state key " + std::string{wrong}, std::string{key});
  }
  return {};
}

expected<std::string> checked_state_key(std::string key) {
  return validate_state_key(key).map([&key] { return std::move(key); });
}

expected<std::string> state_key(std::string_view pipeline, std::string_view row,
                                std::string_view tenant) {
  auto result = joined(pipeline, row);
  if (!tenant.empty()) {
    result = joined(tenant, result);
  }
  if (auto wrong = complaint(result); !wrong.empty()) {
    return fail(ec::invalid_config,
                "a bookmark cannot be kept under this name, it " + std::string{wrong}
                  + "; give the pipeline another \"name\"",
                result);
  }
  return result;
}

expected<std::string> child_key(const std::string& row, const value* parent) {
  constexpr auto reason = ", and a bookmark needs it to tell its parent records apart";
  if (parent == nullptr) {
    return fail(ec::source_failed, std::string{"the parent record lacks the parent key"} + reason,
                row);
  }
  if (parent->is_null() || (parent->is_string() && parent->as_text().empty())) {
    return fail(ec::source_failed,
                std::string{"the parent key of a parent record is "}
                  + (parent->is_null() ? "null" : "empty") + reason,
                row);
  }
  return checked_state_key(joined(row, parent_component(*parent)));
}

expected<std::string> tuple_key(const std::string& row,
                                std::span<const std::pair<std::string, value>> tuple) {
  std::string suffix;
  for (const auto& [alias, x] : tuple) {
    suffix += suffix.empty() ? "" : "/";
    suffix += encode_component(alias, separators::encoded) + ":"
              + encode_component(parent_component(x, key_scheme::verbatim), separators::encoded);
  }
  return checked_state_key(joined(row, suffix));
}

expected<std::string> shard_key(const std::string& row, std::string_view shard) {
  return checked_state_key(joined(row, encode_component(shard, separators::encoded)));
}

std::string marker_key(std::string_view key, marker what) {
  switch (what) {
    case marker::sla:
      return joined(key, "__sla__");
    case marker::profiling:
      return joined(key, "__profiling__");
    case marker::status:
      return joined(key, "__status__");
    case marker::lease:
      return joined(key, "__lease__");
    case marker::rollback:
      break;
  }
  return joined(key, "__rollback__");
}

std::vector<std::string> older_child_keys(const std::string& row, const value& parent) {
  std::vector<std::string> result;
  for (auto scheme : older_schemes) {
    add_candidate(result, joined(row, parent_component(parent, scheme)));
  }
  std::erase(result, joined(row, parent_component(parent)));
  return result;
}

std::vector<std::string> keys_of_older_rows(std::string_view pipeline,
                                            std::span<const std::string> older_rows,
                                            const value* parent, std::string_view tenant) {
  std::vector<std::string> result;
  for (const auto& id : older_rows) {
    auto row = tenant.empty() ? joined(pipeline, id) : joined(tenant, joined(pipeline, id));
    if (parent == nullptr) {
      add_candidate(result, row);
      continue;
    }
    add_candidate(result, joined(row, parent_component(*parent)));
    for (auto& key : older_child_keys(row, *parent)) {
      add_candidate(result, std::move(key));
    }
  }
  return result;
}

} // namespace faucet
