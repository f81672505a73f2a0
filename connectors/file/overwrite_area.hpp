#pragma once

#include "connectors/bytes/open_file.hpp"
#include "connectors/driver.hpp"
#include "connectors/file/part_names.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// Where the files of a run that overwrites wait until all of them are there: a hidden directory
/// beside them, of one run at a time. What was made durable in it outlives a run that fails, for
/// the run that resumes.
class overwrite_area {
public:
  /// How the names of these directories begin.
  static constexpr std::string_view prefix = ".faucet-overwrite-";

  /// `target` is the directory that the files belong into.
  overwrite_area(std::filesystem::path target, part_names names);

  [[nodiscard]] const std::filesystem::path& directory() const noexcept {
    return area_;
  }

  /// Finishes a move that was interrupted, and makes the area; an empty one unless `keep`. Fails
  /// where another run has it; an earlier owner of this one is waited for, as `context` says.
  expected<void> open(bool keep, const driver_context& context);

  /// Moves all files into place and removes those of earlier runs. Once begun it is finished, by
  /// the next run if need be.
  expected<void> commit();

  /// Removes the area and what is in it, unless another run has it by now.
  void discard() noexcept;

  /// Leaves the area to the next run.
  void release() noexcept {
    held_ = {};
  }

private:
  /// The numbers of the parts that are there, in order.
  [[nodiscard]] expected<std::vector<uint64_t>>
  parts_in(const std::filesystem::path& directory) const;

  expected<bool> take(bool keep);
  expected<void> remove_area();
  expected<void> move_into_place();
  expected<void> move(const std::string& name);
  expected<void> remove_others(uint64_t highest_moved);

  std::filesystem::path target_;
  part_names names_;
  std::filesystem::path area_;
  std::filesystem::path complete_; ///< the area's name once the move has begun
  open_file held_;                 ///< the area, locked
};

} // namespace faucet
