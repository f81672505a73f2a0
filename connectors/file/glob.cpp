#include "connectors/file/glob.hpp"

#include "connectors/bytes/file_identity.hpp"
#include "connectors/file/folder.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <span>
#include <system_error>

namespace faucet {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view any_folders = "**";

bool name_matches(const std::string& pattern, const std::string& name) {
  return ::fnmatch(pattern.c_str(), name.c_str(), FNM_NOESCAPE) == 0;
}

bool names_match(std::span<const std::string> patterns, std::span<const std::string> names) {
  if (patterns.empty()) {
    return names.empty();
  }
  if (patterns[0] != any_folders) {
    return !names.empty() && name_matches(patterns[0], names[0])
           && names_match(patterns.subspan(1), names.subspan(1));
  }
  auto behind = patterns.subspan(1);
  if (behind.empty()) { // everything below
    return !names.empty();
  }
  for (size_t skipped = 0; skipped <= names.size(); ++skipped) {
    if (names_match(behind, names.subspan(skipped))) {
      return true;
    }
  }
  return false;
}

/// Adds the files below `folder` that match `patterns`.
expected<void> expand_below(const fs::path& folder, std::span<const std::string> patterns,
                            bool no_links, std::vector<fs::path>& into) {
  const auto& pattern = patterns[0];
  auto behind = patterns.subspan(1);
  auto any = pattern == any_folders;
  if (any && !behind.empty()) {
    if (auto ok = expand_below(folder, behind, no_links, into); !ok) { // no folder
      return ok;
    }
  }
  auto entries = list_folder(folder);
  if (!entries) {
    return fail(std::move(entries));
  }
  for (const auto& entry : *entries) {
    if (!any && !name_matches(pattern, entry.path.filename())) {
      continue;
    }
    auto follow = entry.is_folder && (any ? !entry.is_link : !behind.empty());
    auto is_found = !entry.is_folder && behind.empty();
    if (!follow && !is_found) {
      continue;
    }
    if (auto ok = check_link(entry, no_links); !ok) {
      return ok;
    }
    if (is_found) {
      into.push_back(entry.path);
    } else if (auto ok = expand_below(entry.path, any ? patterns : behind, no_links, into); !ok) {
      return ok;
    }
  }
  return {};
}

bool has_open_bracket(std::string_view name) noexcept {
  auto open = name.find('[');
  while (open != std::string_view::npos) {
    auto first = open + 1 + (name.substr(open + 1).starts_with('!') ? 1 : 0);
    auto close = name.find(']', first + 1); // a bracket right at the start stands for itself
    if (close == std::string_view::npos) {
      return true;
    }
    open = name.find('[', close);
  }
  return false;
}

} // namespace

bool glob::is_one(std::string_view path) noexcept {
  return path.find_first_of("*?[") != std::string_view::npos;
}

expected<glob> glob::parse(std::string_view path) {
  glob result;
  for (const auto& part : fs::path{path}) {
    auto name = part.string();
    if (has_open_bracket(name)) {
      return fail(ec::invalid_config, "the bracket in \"" + name + "\" is not closed",
                  std::string{path});
    }
    if (name != any_folders && name.find(any_folders) != std::string::npos) {
      return fail(ec::invalid_config, "\"**\" must stand alone between slashes", std::string{path});
    }
    if (result.names_.empty() && !is_one(name)) {
      result.base_ /= part;
    } else if (!name.empty()) {
      result.names_.push_back(std::move(name));
    }
  }
  return result;
}

expected<std::vector<fs::path>> glob::expand(bool no_links) const {
  std::vector<fs::path> result;
  std::error_code failure;
  if (!base_.empty() && !fs::is_directory(base_, failure)) {
    return result;
  }
  return expand_below(base_, names_, no_links, result).map([&] {
    std::ranges::sort(result);
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return std::move(result);
  });
}

bool glob::matches(const fs::path& file) const {
  auto base = file_identity(base_.empty() ? fs::path{"."} : base_);
  auto whole = file_identity(file);
  auto [end_of_base, start] = std::mismatch(base.begin(), base.end(), whole.begin(), whole.end());
  if (end_of_base != base.end()) {
    return false;
  }
  std::vector<std::string> names;
  for (; start != whole.end(); ++start) {
    names.push_back(start->string());
  }
  return names_match(names_, names);
}

} // namespace faucet
