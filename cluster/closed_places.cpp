#include "cluster/closed_places.hpp"

#include "connectors/file/file_listing.hpp"

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

/// True where a name stands for one of the files, links followed.
bool is_among(const fs::path& name, std::span<const struct stat> files) {
  struct stat found {};
  return !files.empty() && ::stat(name.c_str(), &found) == 0
         && std::ranges::any_of(files, [&](const struct stat& x) {
              return x.st_dev == found.st_dev && x.st_ino == found.st_ino;
            });
}

/// True where one of the files lies in a folder, however deep and whatever it is called there, or
/// may: the folder could not be looked through.
bool lies_below(const fs::path& folder, std::span<const struct stat> files) {
  std::error_code failed;
  constexpr auto what_can_be = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at{folder, what_can_be, failed}, end; !failed && at != end;
       at.increment(failed)) {
    if (is_among(at->path(), files)) {
      return true;
    }
  }
  return failed && failed != std::errc::no_such_file_or_directory
         && failed != std::errc::not_a_directory;
}

bool matches_one(const std::string& pattern, std::span<const struct stat> files) {
  auto found = list_files({.path = pattern, .no_links = true});
  return !found || std::ranges::any_of(*found, [&](const found_file& x) {
    return is_among(x.path, files);
  });
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

bool closed_places::lies_outside(const fs::path& place) const {
  return !roots_.empty()
         && std::ranges::none_of(roots_, [&](const auto& x) { return is_below(place, x); });
}

/// True where a link in a folder leads to a closed place, or out of the roots.
bool closed_places::has_link_in(const fs::path& folder) const {
  std::error_code failed;
  for (fs::directory_iterator at{folder, failed}, end; !failed && at != end; at.increment(failed)) {
    std::error_code unknown;
    if (!at->is_symlink(unknown)) {
      continue;
    }
    if (auto target = followed(at->path()); holds(target) || lies_outside(target)) {
      return true;
    }
  }
  return false;
}

/// Those of the closed files that have further names; as a rule none.
std::vector<struct stat> closed_places::hard_linked() const {
  std::vector<struct stat> result;
  for (const auto& place : places_) {
    struct stat found {};
    if (::stat(place.c_str(), &found) == 0 && S_ISREG(found.st_mode) && found.st_nlink > 1) {
      result.push_back(found);
    }
  }
  return result;
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
  auto linked = hard_linked();
  if (holds(place) || std::ranges::any_of(links, [&](const auto& x) { return holds(x); })
      || is_among(path, linked)) {
    return "is a place that submitted pipelines may not touch";
  }
  if (is_matched_by(place, names) || (names.empty() && has_link_in(place))
      || (!linked.empty()
          && (names.empty() ? lies_below(place, linked) : matches_one(path, linked)))) {
    return "holds what submitted pipelines may not touch";
  }
  if (lies_outside(place)) {
    return "lies outside of what submitted pipelines may touch (--allow-path-root)";
  }
  return std::nullopt;
}

} // namespace faucet
