#pragma once

#include "config/node.hpp"
#include "config/option_types.hpp"

#include <string>

namespace faucet {

/// A tree on one line, for comparing: JSON, but numbers beyond 64 bits stand as "<text>" and
/// secrets as <secret>.
inline std::string node_text(const node& x) {
  if (x.secret()) {
    return "<secret>";
  }
  if (const auto* text = x.text()) {
    return detail::json_text(*text);
  }
  if (const auto* items = x.list()) {
    std::string result;
    for (const auto& item : *items) {
      result += (result.empty() ? "" : ",") + node_text(item);
    }
    return "[" + result + "]";
  }
  if (const auto* entries = x.map()) {
    std::string result;
    for (const auto& entry : *entries) {
      result += (result.empty() ? "" : ",") + entry.key + ":" + node_text(entry.value);
    }
    return "{" + result + "}";
  }
  if (const auto* b = std::get_if<bool>(&x.content())) {
    return *b ? "true" : "false";
  }
  if (const auto* i = std::get_if<int64_t>(&x.content())) {
    return std::to_string(*i);
  }
  if (const auto* u = std::get_if<uint64_t>(&x.content())) {
    return std::to_string(*u);
  }
  if (const auto* n = std::get_if<number_text>(&x.content())) {
    return "<" + n->text + ">";
  }
  return "null";
}

} // namespace faucet
