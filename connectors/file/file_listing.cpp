#include "connectors/file/file_listing.hpp"

#include "connectors/bytes/file_identity.hpp"
#include "connectors/file/folder.hpp"
#include "connectors/file/glob.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace faucet {

namespace fs = std::filesystem;

namespace {

using paths = std::vector<fs::path>;

bool is_folder(const fs::path& path) {
  std::error_code failure;
  return fs::is_directory(path, failure);
}

expected<void> add_files_below(const fs::path& folder, const file_place& place, paths& into) {
  auto entries = list_folder(folder);
  if (!entries) {
    return fail(std::move(entries));
  }
  for (const auto& entry : *entries) {
    if (!entry.is_folder) {
      if (auto ok = check_link(entry, place.no_links); !ok) {
        return ok;
      }
      into.push_back(entry.path);
    } else if (place.recursive && !entry.is_link) {
      if (auto ok = add_files_below(entry.path, place, into); !ok) {
        return ok;
      }
    }
  }
  return {};
}

expected<paths> paths_of(const file_place& place) {
  if (glob::is_one(place.path)) {
    return glob::parse(place.path).and_then([&](const glob& pattern) {
      return pattern.expand(place.no_links);
    });
  }
  paths result;
  if (!is_folder(place.path)) {
    result.emplace_back(place.path);
    return result;
  }
  return add_files_below(place.path, place, result).map([&] { return std::move(result); });
}

expected<found_file> look_at(const fs::path& path) {
  struct stat about = {};
  if (::stat(path.c_str(), &about) != 0) {
    return fail(ec::source_failed, std::generic_category().message(errno), path.string());
  }
  return found_file{path.string(),
                    int64_t{about.st_mtim.tv_sec} * 1'000'000'000 + about.st_mtim.tv_nsec};
}

} // namespace

expected<void> check_place(const file_place& place) {
  return glob::is_one(place.path) ? glob::parse(place.path).map([](const glob&) {})
                                  : expected<void>{};
}

expected<std::vector<found_file>> list_files(const file_place& place) {
  auto found = paths_of(place);
  if (!found) {
    return fail(std::move(found));
  }
  std::vector<found_file> result;
  result.reserve(found->size());
  for (const auto& path : *found) {
    auto file = look_at(path);
    if (!file) {
      return fail(std::move(file));
    }
    result.push_back(std::move(*file));
  }
  std::ranges::sort(result, {}, &found_file::path);
  return result;
}

bool is_listed(const file_place& place, const fs::path& file) {
  if (glob::is_one(place.path)) {
    return glob::parse(place.path)
      .map([&](const glob& pattern) { return pattern.matches(file); })
      .value_or(false);
  }
  auto wanted = file_identity(file);
  auto here = file_identity(place.path);
  if (!is_folder(place.path)) {
    return wanted == here;
  }
  if (!place.recursive) {
    return wanted.parent_path() == here;
  }
  return wanted != here
         && std::mismatch(here.begin(), here.end(), wanted.begin(), wanted.end()).first
              == here.end();
}

} // namespace faucet
