#pragma once

#include "connectors/file/part_names.hpp"
#include "connectors/formats/record_file.hpp"

#include <optional>

namespace faucet {

/// What all files of a sink have in common.
struct part_settings {
  part_names names;
  std::filesystem::path directory; ///< where they are written
  bool create_directory = true;
  record_style style;
  file_limits limits;
  continuation existing = continuation::replace; ///< what a file that is there is to the run
};

/// Records on their way into one file after another: a full one is followed by the next number.
/// Nothing is visible before it is flushed. Names only one file where the names have no number.
class part_files {
public:
  part_files(part_settings settings, driver_context context);

  /// Opens the first file. `part` is its number.
  expected<void> open(uint64_t part);

  expected<void> write(std::span<const value> rows);

  /// Makes everything written so far durable and visible.
  expected<void> flush();

  /// Gives up what was not flushed.
  expected<void> close();

private:
  expected<void> start(uint64_t part);
  expected<void> roll();
  [[nodiscard]] std::filesystem::path path_of(uint64_t part) const;

  part_settings settings_;
  driver_context context_;
  std::optional<record_file> current_;
  uint64_t part_ = 0;
  uint64_t sealed_from_ = 0; ///< first of the parts before the current one that wait for a flush
};

} // namespace faucet
