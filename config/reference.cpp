#include "config/reference.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace faucet {

namespace {

constexpr std::string_view opening = "${";

std::string_view without_blanks(std::string_view text) {
  auto begin = std::min(text.find_first_not_of(" \t"), text.size());
  auto end = text.find_last_not_of(" \t");
  return end == std::string_view::npos ? std::string_view{} : text.substr(begin, end + 1 - begin);
}

/// Names of rows, too, may begin with a digit.
bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
           || c == '-';
  });
}

/// What stands between the braces, where it is a reference at all.
std::optional<reference> reference_in(std::string_view token, std::string_view inside) {
  auto at = inside.find_first_of(".:");
  if (at == std::string_view::npos || !is_name(without_blanks(inside.substr(0, at)))) {
    return std::nullopt;
  }
  return reference{token, inside.substr(0, at), inside[at], inside.substr(at + 1)};
}

bool is_directive_name(std::string_view text) {
  static constexpr std::array<std::string_view, 8> names{"env",   "file", "secret",  "vars",
                                                         "param", "now",  "sources", "sinks"};
  return std::ranges::find(names, text) != names.end();
}

} // namespace

expected<std::vector<std::variant<std::string_view, reference>>>
split_references(std::string_view text) {
  std::vector<std::variant<std::string_view, reference>> result;
  size_t plain = 0; // start of the plain piece under way
  auto end_plain = [&](size_t at) {
    if (at > plain) {
      result.emplace_back(text.substr(plain, at - plain));
    }
  };
  size_t at = text.find(opening);
  while (at != std::string_view::npos) {
    auto close = text.find('}', at);
    auto inside = text.substr(at + 2, close == std::string_view::npos ? close : close - at - 2);
    auto token = text.substr(at, close == std::string_view::npos ? close : close + 1 - at);
    if (at > plain && text[at - 1] == '$' && close != std::string_view::npos) {
      end_plain(at - 1);
      result.emplace_back(token);
      plain = close + 1;
    } else if (auto found = reference_in(token, inside)) {
      if (close == std::string_view::npos) {
        if (is_directive_name(found->name)) {
          return fail(ec::invalid_config, std::string{token} + " lacks its closing brace");
        }
        break;
      }
      end_plain(at);
      result.emplace_back(*found);
      plain = close + 1;
    } else if (is_directive_name(inside)) {
      auto separator = inside == "env" || inside == "file" || inside == "secret" ? ":" : ".";
      return fail(ec::invalid_config, std::string{token} + " names nothing; write ${"
                                        + std::string{inside} + separator + "…}");
    }
    at = text.find(opening, std::max(plain, at + 2));
  }
  end_plain(text.size());
  return result;
}

} // namespace faucet
