#pragma once

#include "model/error.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// A path with wildcards: `*`, `?` and `[a-z]` or `[!a-z]` within a name, `**` for any number of
/// folders, also none. Names that begin with a dot match too.
class glob {
public:
  /// True where the path has wildcards.
  static bool is_one(std::string_view path) noexcept;

  /// Refuses a bracket that is not closed, and `**` as a part of a name.
  static expected<glob> parse(std::string_view path);

  /// The existing files, none of them a folder, in no order. `**` does not follow links to folders.
  /// A folder that may not be read is an error, with `no_links` also a link that matches, or would
  /// be followed to what may.
  [[nodiscard]] expected<std::vector<std::filesystem::path>> expand(bool no_links) const;

  /// True for a file that expand would give if it existed.
  [[nodiscard]] bool matches(const std::filesystem::path& file) const;

private:
  std::filesystem::path base_;     ///< up to the first name with wildcards
  std::vector<std::string> names_; ///< from there on
};

} // namespace faucet
