#include "apps/node/http/router.hpp"

namespace faucet {

namespace {

constexpr std::string_view any = "{}";

std::vector<std::string> segments_of(std::string_view path) {
  std::vector<std::string> result;
  path.remove_prefix(1);
  for (;;) {
    auto end = path.find('/');
    auto part = path.substr(0, end);
    result.emplace_back(part.starts_with('{') ? any : part);
    if (end == std::string_view::npos) {
      return result;
    }
    path.remove_prefix(end + 1);
  }
}

bool matches(const std::vector<std::string>& pattern, const std::vector<std::string>& path) {
  if (pattern.size() != path.size()) {
    return false;
  }
  for (size_t i = 0; i < path.size(); ++i) {
    if (pattern[i] == any ? path[i].empty() : pattern[i] != path[i]) {
      return false;
    }
  }
  return true;
}

} // namespace

router::router(std::span<const route> table) {
  for (const auto& x : table) {
    entries_.push_back({x.method, segments_of(x.path)});
  }
}

std::optional<route_match> router::find(std::string_view method,
                                        const std::vector<std::string>& path) const {
  auto wanted = method == "HEAD" ? "GET" : method;
  for (size_t i = 0; i < entries_.size(); ++i) {
    const auto& known = entries_[i];
    if (known.method != wanted || !matches(known.segments, path)) {
      continue;
    }
    route_match result{i, {}};
    for (size_t k = 0; k < path.size(); ++k) {
      if (known.segments[k] == any) {
        result.arguments.push_back(path[k]);
      }
    }
    return result;
  }
  return std::nullopt;
}

std::string router::allowed(const std::vector<std::string>& path) const {
  std::string result;
  for (const auto& known : entries_) {
    if (matches(known.segments, path)) {
      result += result.empty() ? "" : ", ";
      result += known.method;
    }
  }
  return result;
}

} // namespace faucet
