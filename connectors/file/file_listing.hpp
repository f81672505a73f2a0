#pragma once

#include "model/error.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace faucet {

struct found_file {
  std::string path;
  int64_t mtime_ns; ///< since 1970

  friend bool operator==(const found_file&, const found_file&) = default;
};

/// What the path of a file source stands for: a file, the files in a folder, or a pattern.
struct file_place {
  std::string path;
  bool recursive = false; ///< a folder's folders too
  bool no_links = false;  ///< below a folder or a pattern they are refused
};

/// Refuses patterns that are none.
expected<void> check_place(const file_place& place);

/// The files, in the order of their paths' bytes. A pattern that matches none gives none; a path
/// that does not exist is an error. Links are followed to files, but not to folders below a folder.
expected<std::vector<found_file>> list_files(const file_place& place);

/// True for a file that list_files would give if it existed.
bool is_listed(const file_place& place, const std::filesystem::path& file);

} // namespace faucet
