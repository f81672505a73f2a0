#pragma once

#include "connectors/bytes/byte_writer.hpp"
#include "connectors/formats/csv_writer.hpp"

#include <memory>

namespace faucet {

enum class record_format { json_lines, json_array, csv, raw_text };

/// How the records of a file are written.
struct record_style {
  record_format format = record_format::json_lines;
  compression how = compression::none; ///< resolved
  csv_layout csv;
  bool pretty = false; ///< JSON Lines over several lines a record
};

/// What a file that exists is to a run.
enum class continuation {
  replace, ///< Gone with the first flush.
  resume,  ///< Written by an earlier run of the same pipeline, so known to be whole: extended.
  append,  ///< Anybody's: a record torn at its end is mended, then records are added.
};

/// Bounds at which a file is full; 0 = none. Bytes are those of the text, before compression.
struct file_limits {
  uint64_t records = 0;
  uint64_t bytes = 0;
};

/// Records on their way into one file.
class record_file {
public:
  /// Opens the file, and mends it where it is appended to. `context` tells of fields that are
  /// dropped and of records that are cut off.
  static expected<record_file> open(const std::filesystem::path& path, bool create_parents,
                                    const record_style& style, continuation how,
                                    const driver_context& context);

  record_file(byte_writer bytes, std::unique_ptr<record_writer> format, bool is_live);

  // -- observers --------------------------------------------------------------

  /// Records written through this object.
  [[nodiscard]] uint64_t records() const noexcept {
    return records_;
  }

  /// Bytes of their text, before compression.
  [[nodiscard]] uint64_t text_size() const noexcept {
    return bytes_.text_size();
  }

  // -- modifiers --------------------------------------------------------------

  [[nodiscard]] bool full(const file_limits& at) const noexcept;

  /// Writes rows until they are all written or the file is full; returns how many.
  expected<size_t> write(std::span<const value> rows, const file_limits& until = {});

  // These three are as for output_file.

  expected<void> flush();
  expected<bool> seal();
  expected<void> close();

private:
  byte_writer bytes_;
  std::unique_ptr<record_writer> format_;
  std::string name_;
  uint64_t records_ = 0;
  bool is_live_; ///< somebody reads along: nothing is held back
};

} // namespace faucet
