#pragma once

#include "config/options.hpp"
#include "connectors/file/file_listing.hpp"
#include "model/bookmark.hpp"

#include <array>

namespace faucet {

/// What makes a file new to a later run.
enum class newness { mtime, name };

constexpr std::array<enum_name<newness>, 2> enum_names(newness) {
  return {{{"mtime", newness::mtime}, {"name", newness::name}}};
}

/// Which files have been read. By mtime: all that are older than some time, and some of exactly
/// that time. By name: all whose path sorts up to some path.
class read_position {
public:
  /// Nothing has been read.
  explicit read_position(newness by) noexcept : by_(by) {
    // nop
  }

  /// A bookmark of the other kind, or of another source, is an error.
  static expected<read_position> parse(const bookmark& stored, newness by);

  [[nodiscard]] bookmark to_bookmark() const;

  [[nodiscard]] bool is_new(const found_file& file) const;

  /// The file has been read. Files must come in the order of sort_for_reading.
  void advance(const found_file& file);

private:
  newness by_;
  bool started_ = false;
  int64_t mtime_ns_ = 0;
  std::vector<std::string> paths_; ///< read, of exactly that time; sorted
  std::string last_;
};

/// Orders files, sorted by path, so that a position between any two of them says which were read.
void sort_for_reading(std::vector<found_file>& files, newness by);

} // namespace faucet
