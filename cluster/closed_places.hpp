#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace faucet {

/// Files and folders that no submitted pipeline touches: the processes and devices of the machine,
/// what the node keeps for itself, files called `.env`, and, where there are roots, whatever lies
/// below none of them. It is about the paths that a pipeline names, links followed and hard links
/// known, as they are when it is asked; whoever may make links later can do more anyway.
class closed_places {
public:
  /// The machine's own; `more` are the node's. Without roots everything else is open.
  explicit closed_places(std::span<const std::filesystem::path> more = {},
                         std::span<const std::filesystem::path> roots = {});

  /// Why no pipeline touches what a path, or a pattern of paths, stands for: "is a place …";
  /// nothing where it may.
  [[nodiscard]] std::optional<std::string> objection(const std::string& path) const;

private:
  [[nodiscard]] bool holds(const std::filesystem::path& place) const;
  [[nodiscard]] bool is_matched_by(const std::filesystem::path& folder,
                                   std::span<const std::string> names) const;
  [[nodiscard]] bool lies_outside(const std::filesystem::path& place) const;
  [[nodiscard]] bool has_link_in(const std::filesystem::path& folder) const;
  [[nodiscard]] std::vector<struct stat> hard_linked() const;

  std::vector<std::filesystem::path> places_; ///< without links
  std::vector<std::filesystem::path> roots_;  ///< without links
};

} // namespace faucet
