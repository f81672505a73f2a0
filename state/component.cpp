#include "state/component.hpp"

#include "model/fnv_hash.hpp"
#include "model/json_writer.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace faucet {

namespace {

constexpr size_t longest_component = 64;
constexpr size_t longest_readable = 32;

constexpr std::array<std::string_view, 8> markers{
  "__sla__",      "__profiling__",   "__status__",   "__lease__",
  "__rollback__", "__replication__", "__backfill__", "__serve_backfill__"};

constexpr std::array<std::string_view, 6> tags{"_n.", "_b.", "_z.", "_a.", "_o.", "_s."};

bool is_plain(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
         || c == '-' || c == '.';
}

/// With a slash in it a component reads as a path, which must lead down through plain names.
bool is_plain_path(std::string_view raw) noexcept {
  for (auto rest = raw;;) {
    if (rest.empty() || rest.front() == '/' || rest.front() == '.') {
      return false;
    }
    auto end = rest.find('/');
    if (end == std::string_view::npos) {
      return true;
    }
    rest.remove_prefix(end + 1);
  }
}

bool is_verbatim(std::string_view raw, separators signs) noexcept {
  auto is_allowed = [signs](char c) {
    return is_plain(c) || (signs == separators::allowed && (c == ':' || c == '/'));
  };
  return !raw.empty() && raw.size() <= longest_component && std::ranges::all_of(raw, is_allowed)
         && raw.find("::") == std::string_view::npos && raw.front() != ':' && raw.back() != ':'
         && (raw.find('/') == std::string_view::npos || is_plain_path(raw));
}

/// FNV-1a of 64 bits as 16 hexadecimal digits.
std::string hash_text(std::string_view raw) {
  auto hash = fnv_hash(raw);
  std::string result(16, '0');
  for (auto at = result.rbegin(); at != result.rend(); ++at, hash >>= 4) {
    *at = "0123456789abcdef"[hash & 15];
  }
  return result;
}

bool starts_like_a_tag(std::string_view text) noexcept {
  return std::ranges::any_of(tags, [text](auto tag) { return text.starts_with(tag); });
}

std::string_view tag_of(const value& x) noexcept {
  switch (x.kind()) {
    case kind::null:
      return "_z.";
    case kind::boolean:
      return "_b.";
    case kind::list:
      return "_a.";
    case kind::object:
      return "_o.";
    case kind::string:
    case kind::bytes:
      return "";
    default:
      return "_n.";
  }
}

/// Strings bare, all else as JSON.
std::string text_of(const value& x) {
  if (x.is_string()) {
    return std::string{x.as_text()};
  }
  std::string result;
  append_json(result, x);
  return result;
}

} // namespace

std::string encode_component(std::string_view raw, separators signs) {
  if (is_verbatim(raw, signs)) {
    return std::string{raw};
  }
  std::string readable;
  for (auto c : raw) {
    if (is_plain(c) && readable.size() < longest_readable) {
      readable += c;
    }
  }
  return readable + ".h" + hash_text(raw);
}

std::string parent_component(const value& parent, key_scheme scheme) {
  auto text = text_of(parent);
  if (scheme == key_scheme::verbatim) {
    return text;
  }
  if (scheme >= key_scheme::typed) {
    auto needs_tag =
      starts_like_a_tag(text) || (scheme == key_scheme::current && names_marker(text));
    text.insert(0, parent.is_string() ? (needs_tag ? "_s." : "") : tag_of(parent));
  }
  return encode_component(text, separators::allowed);
}

bool names_marker(std::string_view component) noexcept {
  return std::ranges::find(markers, component) != markers.end();
}

} // namespace faucet
