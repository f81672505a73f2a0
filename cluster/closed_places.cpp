#include "cluster/closed_places.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <climits>
#include <deque>
#include <string_view>

namespace faucet {

namespace {

namespace fs = std::filesystem;

constexpr std::array own_places{"/proc", "/sys", "/dev"};
constexpr std::string_view wildcards = "*?[";
constexpr std::string_view any_folders = "**";
constexpr size_t most_links = 40;

bool is_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first
         == folder.end();
}

/// True where a pattern matches a place or, if that is a folder, something below it; `names` lead
/// to it from where the pattern begins.
bool reaches(std::span<const std::string> patterns, std::span<const std::string> names,
             bool is_folder) {
  if (names.empty() || patterns.empty()) {
    return names.empty() && (patterns.empty() || is_folder);
  }
  auto behind = patterns.subspan(1);
  if (patterns[0] != any_folders) {
    return ::fnmatch(patterns[0].c_str(), names[0].c_str(), FNM_NOESCAPE) == 0
           && reaches(behind, names.subspan(1), is_folder);
  }
  for (size_t skipped = 0; skipped <= names.size(); ++skipped) {
    if (behind.empty() || reaches(behind, names.subspan(skipped), is_folder)) {
      return true;
    }
  }
  return false;
}

/// Where a path leads once its links and dots are followed, whether or not all of it exists.
struct way {
  fs::path end;
  std::vector<fs::path> links; ///< where those are that it goes by
};

way follow(const fs::path& path) {
  std::error_code failed;
  auto whole = fs::absolute(path, failed);
  std::deque<fs::path> left{whole.begin(), whole.end()};
  way result{.end = "/", .links = {}};
  while (!left.empty()) {
    auto name = std::move(left.front());
    left.pop_front();
    if (name == "..") {
      result.end = result.end.parent_path();
    } else if (name.is_absolute()) {
      result.end = "/";
    } else if (!name.empty() && name != ".") {
      auto target = fs::read_symlink(result.end / name, failed);
      result.links.push_back(result.end / name);
      if (failed || result.links.size() > most_links) {
        result.links.pop_back();
        result.end /= name;
      } else {
        left.insert(left.begin(), target.begin(), target.end());
      }
    }
  }
  return result;
}

fs::path followed(const fs::path& path) {
  return follow(path).end;
}

} // namespace

closed_places::closed_places(std::span<const fs::path> more, std::span<const fs::path> roots) {
  places_.assign(own_places.begin(), own_places.end());
  std::ranges::transform(more, std::back_inserter(places_), followed);
  std::ranges::transform(roots, std::back_inserter(roots_), followed);
}

bool closed_places::holds(const fs::path& place) const {
  return place.filename() == ".env"
         || std::ranges::any_of(places_, [&](const auto& x) { return is_below(place, x); });
}

bool closed_places::is_matched_by(const fs::path& folder,
                                  std::span<const std::string> names) const {
  return std::ranges::any_of(places_, [&](const auto& place) {
    if (!is_below(place, folder)) {
      return false;
    }
    std::vector<std::string> inside;
    for (auto at = std::next(place.begin(), std::distance(folder.begin(), folder.end()));
         at != place.end(); ++at) {
      inside.push_back(at->string());
    }
    std::error_code failed;
    return names.empty() || reaches(names, inside, fs::is_directory(place, failed));
  });
}

std::optional<std::string> closed_places::objection(const std::string& path) const {
  if (path.size() >= PATH_MAX) {
    return "is longer than the path of any file";
  }
  fs::path base;
  std::vector<std::string> names; // from the first one with wildcards on
  for (const auto& part : fs::path{path}) {
    auto name = part.string();
    if (names.empty() && name.find_first_of(wildcards) == std::string::npos) {
      base /= part;
    } else if (!name.empty()) {
      names.push_back(std::move(name));
    }
  }
  auto [place, links] = follow(base.empty() ? fs::path{"."} : base);
  if (holds(place) || std::ranges::any_of(links, [&](const auto& x) { return holds(x); })) {
    return "is a place that submitted pipelines may not touch";
  }
  if (is_matched_by(place, names)) {
    return "holds what submitted pipelines may not touch";
  }
  if (!roots_.empty()
      && std::ranges::none_of(roots_, [&](const auto& x) { return is_below(place, x); })) {
    return "lies outside of what submitted pipelines may touch (--allow-path-root)";
  }
  return std::nullopt;
}

} // namespace faucet
