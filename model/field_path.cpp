#include "model/field_path.hpp"

#include <charconv>

namespace faucet {

namespace {

/// Undoes the escapes of a JSON Pointer; false where one is neither ~0 nor ~1.
bool unescape(std::string& segment) {
  std::string result;
  for (size_t i = 0; i < segment.size(); ++i) {
    if (segment[i] != '~') {
      result += segment[i];
      continue;
    }
    if (++i == segment.size() || (segment[i] != '0' && segment[i] != '1')) {
      return false;
    }
    result += segment[i] == '0' ? '~' : '/';
  }
  segment = std::move(result);
  return true;
}

std::vector<std::string> cut(std::string_view text, char separator) {
  std::vector<std::string> result;
  for (;;) {
    auto end = text.find(separator);
    result.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      return result;
    }
    text.remove_prefix(end + 1);
  }
}

} // namespace

expected<field_path> field_path::parse(std::string_view text) {
  field_path result;
  result.text_ = text;
  if (text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos) {
    return fail(ec::invalid_config, "a field path must not be blank");
  }
  if (text.front() == '/') {
    result.segments_ = cut(text.substr(1), '/');
    for (auto& segment : result.segments_) {
      if (!unescape(segment)) {
        return fail(ec::invalid_config,
                    "in the JSON Pointer \"" + result.text_ + "\" a ~ must be followed by 0 or 1");
      }
    }
    return result;
  }
  result.segments_ = cut(text, '.');
  result.literal_first_ = result.segments_.size() > 1;
  for (const auto& segment : result.segments_) {
    if (segment.empty()) {
      return fail(ec::invalid_config,
                  "the field path \"" + result.text_
                    + "\" has an empty segment; where field names hold dots write a JSON Pointer, "
                      "for example \"/a.b/c\"");
    }
  }
  return result;
}

const value* field_path::resolve(const value& record) const noexcept {
  if (literal_first_ && record.is_object()) {
    if (const auto* found = record.as_object().find(text_)) {
      return found;
    }
  }
  const auto* result = &record;
  for (const auto& segment : segments_) {
    result = enter(*result, segment);
    if (result == nullptr) {
      return nullptr;
    }
  }
  return result;
}

const value* enter(const value& from, std::string_view segment) noexcept {
  if (from.is_object()) {
    return from.as_object().find(segment);
  }
  if (!from.is_list() || segment.empty() || (segment.size() > 1 && segment.front() == '0')) {
    return nullptr;
  }
  size_t index = 0;
  const auto* last = segment.data() + segment.size();
  auto [end, status] = std::from_chars(segment.data(), last, index);
  auto items = from.as_list();
  if (status != std::errc{} || end != last || index >= items.size()) {
    return nullptr;
  }
  return &items[index];
}

} // namespace faucet
