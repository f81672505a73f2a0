#include "apps/node/http/target.hpp"

#include "model/percent_escapes.hpp"
#include "model/utf8.hpp"

#include <algorithm>

namespace faucet {

namespace {

tl::unexpected<error> bad_target(std::string what) {
  return fail(ec::invalid_config, std::move(what), "request path");
}

/// Decodes %xx, and in a query "+" as a blank.
expected<std::string> decoded(std::string text, bool in_query) {
  if (in_query) {
    std::ranges::replace(text, '+', ' ');
  }
  auto result = percent_decoded(text);
  if (!result) {
    return bad_target("\"%\" is not followed by two hexadecimal digits");
  }
  if (!is_utf8(*result)) {
    return bad_target("is not UTF-8");
  }
  auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  if (std::ranges::any_of(*result, is_control)) {
    return bad_target("holds a control character");
  }
  return std::move(*result);
}

/// Calls `each` with the parts of `text` between separators until it fails.
template <class Each>
expected<void> for_each_part(std::string_view text, char separator, Each each) {
  for (;;) {
    auto end = text.find(separator);
    if (auto ok = each(text.substr(0, end)); !ok) {
      return ok;
    }
    if (end == std::string_view::npos) {
      return {};
    }
    text.remove_prefix(end + 1);
  }
}

} // namespace

std::optional<std::string_view> http_target::parameter(std::string_view name) const {
  for (const auto& [key, value] : query) {
    if (key == name) {
      return value;
    }
  }
  return std::nullopt;
}

expected<http_target> parse_http_target(std::string_view text) {
  if (!text.starts_with('/')) {
    return bad_target("does not begin with \"/\"");
  }
  http_target result;
  auto question = text.find('?');
  auto path = text.substr(1, question == std::string_view::npos ? question : question - 1);
  auto ok = for_each_part(path, '/', [&](std::string_view part) -> expected<void> {
    auto segment = decoded(std::string{part}, false);
    if (!segment) {
      return fail(std::move(segment));
    }
    if (*segment == "." || *segment == "..") {
      return bad_target("holds the segment \"" + *segment + "\"");
    }
    result.path.push_back(std::move(*segment));
    return {};
  });
  if (!ok) {
    return fail(std::move(ok));
  }
  if (question == std::string_view::npos || question + 1 == text.size()) {
    return result;
  }
  ok = for_each_part(text.substr(question + 1), '&', [&](std::string_view part) -> expected<void> {
    auto equals = part.find('=');
    auto key = decoded(std::string{part.substr(0, equals)}, true);
    auto value =
      decoded(equals == std::string_view::npos ? "" : std::string{part.substr(equals + 1)}, true);
    if (!key || !value) {
      return fail(std::move(!key ? key : value));
    }
    if (!part.empty()) {
      result.query.emplace_back(std::move(*key), std::move(*value));
    }
    return {};
  });
  if (!ok) {
    return fail(std::move(ok));
  }
  return result;
}

} // namespace faucet
