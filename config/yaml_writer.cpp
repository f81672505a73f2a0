#include "config/yaml_writer.hpp"

#include "config/to_value.hpp"
#include "model/json_writer.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace faucet {

namespace {

std::string json_of(const node& x) {
  page_builder memory;
  std::string result;
  append_json(result, to_value(x, memory));
  return result;
}

bool is_control(char c) noexcept {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

/// True for a word that every reader of YAML takes for text.
bool is_plain(std::string_view text) {
  static constexpr std::array<std::string_view, 9> words{"true", "false", "null", "yes", "no",
                                                         "on",   "off",   "y",    "n"};
  std::string lower{text};
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  return !lower.empty() && is_letter(lower[0]) && std::ranges::count(words, lower) == 0
         && std::ranges::all_of(lower, [is_letter](char c) {
              return is_letter(c) || (c >= '0' && c <= '9') || c == '-';
            });
}

std::string quoted(const std::string& text) {
  if (is_plain(text)) {
    return text;
  }
  if (std::ranges::any_of(text, is_control)) {
    return json_of(node{text});
  }
  std::string result = "'";
  for (auto c : text) {
    result += c == '\'' ? "''" : std::string(1, c);
  }
  return result + "'";
}

bool has_lines(const node& x) {
  return (x.map() != nullptr && !x.map()->empty()) || (x.list() != nullptr && !x.list()->empty());
}

void append_after_key(std::string& out, const node& x, size_t indent) {
  if (has_lines(x)) {
    out += "\n";
    append_yaml(out, x, indent + 2);
  } else {
    out += " " + (x.text() != nullptr ? quoted(*x.text()) : json_of(x)) + "\n";
  }
}

} // namespace

void append_yaml(std::string& out, const node& x, size_t indent) {
  const std::string space(indent, ' ');
  if (const auto* entries = x.map(); entries != nullptr && has_lines(x)) {
    for (const auto& entry : *entries) {
      out += space + quoted(entry.key) + ":";
      append_after_key(out, entry.value, indent);
    }
  } else if (const auto* items = x.list(); items != nullptr && has_lines(x)) {
    for (const auto& item : *items) {
      auto start = out.size();
      append_yaml(out, item, indent + 2);
      out[start + indent] = '-';
    }
  } else {
    out += space + (x.text() != nullptr ? quoted(*x.text()) : json_of(x)) + "\n";
  }
}

std::string yaml_comment(std::string_view text) {
  std::string result = "# ";
  std::ranges::transform(text, std::back_inserter(result),
                         [](char c) { return is_control(c) ? ' ' : c; });
  return result;
}

} // namespace faucet
