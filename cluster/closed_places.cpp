#include "cluster/closed_places.hpp"

#include "database/sqlite/address.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace faucet {

namespace {

namespace fs = std::filesystem;

constexpr std::array own_places{"/proc", "/sys", "/dev"};
constexpr std::string_view reference = "${file:";
constexpr std::string_view wildcards = "*?[";

/// Where a path leads, as far as it exists; as it stands where that cannot be told.
fs::path followed(const fs::path& path) {
  std::error_code failed;
  auto whole = fs::absolute(path, failed);
  auto result = fs::weakly_canonical(whole, failed);
  return failed ? whole.lexically_normal() : result;
}

bool is_below(const fs::path& path, const fs::path& folder) {
  auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

/// Every text in a tree with the key that it stands under; stops where `f` refuses.
template <class F>
expected<void> for_each_text(const node& x, const std::string& key, F&& f) {
  if (const auto* text = x.text()) {
    return f(*text, key, x);
  }
  if (const auto* list = x.list()) {
    for (const auto& element : *list) {
      if (auto ok = for_each_text(element, key, f); !ok) {
        return ok;
      }
    }
  }
  if (const auto* map = x.map()) {
    for (const auto& entry : *map) {
      if (auto ok = for_each_text(entry.value, entry.key, f); !ok) {
        return ok;
      }
    }
  }
  return {};
}

/// "*" is a pattern of many things, and of files only where an option says so.
bool is_bare(std::string_view text) {
  return text.find_first_of("/:") == text.npos;
}

bool is_of_files(std::string_view key) {
  return key.find("path") != key.npos || key.find("file") != key.npos
         || key.find("url") != key.npos;
}

tl::unexpected<error> refuse(const node& x) {
  return fail(ec::invalid_config,
              x.secret()
                ? "names a place that submitted pipelines may not touch"
                : "\"" + *x.text() + "\" is a place that submitted pipelines may not touch",
              to_string(x.where()));
}

} // namespace

closed_places::closed_places(std::span<const fs::path> more) {
  places_.assign(own_places.begin(), own_places.end());
  std::ranges::transform(more, std::back_inserter(places_), followed);
}

bool closed_places::holds(const fs::path& place) const {
  auto path = followed(place);
  return std::ranges::any_of(places_, [&](const auto& x) { return is_below(path, x); });
}

/// A pattern may name a place without spelling it: each part is tried against what it may match.
bool closed_places::is_named_by(const std::string& text) const {
  if (text.find('\0') != std::string::npos) {
    return true;
  }
  fs::path reached;
  for (const auto& part : fs::path{text}) {
    if (part.string().find_first_of(wildcards) == std::string::npos) {
      reached /= part;
      continue;
    }
    auto folder = followed(reached.empty() ? fs::path{"."} : reached);
    for (const auto& place : places_) {
      auto below = is_below(place, folder) ? place.lexically_relative(folder) : fs::path{};
      if (!below.empty() && ::fnmatch(part.c_str(), below.begin()->c_str(), FNM_PERIOD) == 0) {
        return true;
      }
    }
    return holds(folder);
  }
  return holds(reached);
}

expected<void> closed_places::check_references(const node& document) const {
  auto look = [this](const std::string& text, const std::string&, const node& x) -> expected<void> {
    for (auto at = text.find(reference); at != text.npos; at = text.find(reference, at + 1)) {
      auto begin = at + reference.size();
      auto end = std::min(text.find('}', begin), text.size());
      if (holds(text.substr(begin, end - begin))) {
        return refuse(x);
      }
    }
    return {};
  };
  return for_each_text(document, {}, look);
}

expected<void> closed_places::check(const node& config) const {
  auto look = [this](const std::string& text, const std::string& key,
                     const node& x) -> expected<void> {
    if (text.empty() || (is_bare(text) && !is_of_files(key))) {
      return {};
    }
    auto address =
      text.find(':') == text.npos ? std::nullopt : std::optional{parse_sqlite_address(text)};
    if (is_named_by(text) || (address && *address && is_named_by((*address)->path))) {
      return refuse(x);
    }
    return {};
  };
  return for_each_text(config, {}, look);
}

expected<void> closed_places::check(const row_spec& row) const {
  std::vector<const component_spec*> parts{&row.source, &row.sink};
  std::ranges::transform(row.transforms, std::back_inserter(parts),
                         [](const auto& x) { return &x; });
  if (row.state) {
    parts.push_back(&*row.state);
  }
  if (row.dlq) {
    parts.push_back(&row.dlq->sink);
  }
  for (const auto* part : parts) {
    if (auto ok = check(part->config); !ok) {
      return ok;
    }
  }
  return {};
}

} // namespace faucet
