#pragma once

#include "config/expand_rows.hpp"
#include "model/error.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace faucet {

/// Files and folders that no submitted pipeline touches: the processes and devices of the machine,
/// and what the node keeps for itself. It is about the paths that a pipeline names, links followed;
/// whoever may make links on the machine can do more anyway.
class closed_places {
public:
  /// The machine's own; `more` are the node's.
  explicit closed_places(std::span<const std::filesystem::path> more = {});

  /// Refuses references to files in them; for a document whose references still stand.
  [[nodiscard]] expected<void> check_references(const node& document) const;

  /// Refuses values that name something in them; for rows as they will run.
  [[nodiscard]] expected<void> check(const row_spec& row) const;

private:
  [[nodiscard]] expected<void> check(const node& config) const;
  [[nodiscard]] bool holds(const std::filesystem::path& place) const;
  [[nodiscard]] bool is_named_by(const std::string& text) const;

  std::vector<std::filesystem::path> places_; ///< without links
};

} // namespace faucet
