#pragma once

#include "model/error.hpp"
#include "model/file_descriptor.hpp"

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace faucet {

/// The error for a failed system call: "cannot <doing>: <what the system says>" about `path`.
tl::unexpected<error> system_failure(std::string_view doing, const std::filesystem::path& path,
                                     int code);

/// An open file that a sink writes, closed when it goes. Every failure names the file.
class open_file {
public:
  open_file() = default;

  open_file(file_descriptor descriptor, std::filesystem::path path)
    : descriptor_(std::move(descriptor)), path_(std::move(path)) {
    // nop
  }

  /// `flags` and `mode` as for open(2).
  static expected<open_file> open(const std::filesystem::path& path, int flags, mode_t mode = 0666);

  // -- observers --------------------------------------------------------------

  [[nodiscard]] bool is_open() const noexcept {
    return descriptor_.is_open();
  }

  [[nodiscard]] int descriptor() const noexcept {
    return descriptor_.get();
  }

  [[nodiscard]] const std::filesystem::path& path() const noexcept {
    return path_;
  }

  [[nodiscard]] expected<struct stat> status() const;

  /// Up to `size` bytes from `offset`; fewer at the end of the file only.
  expected<size_t> read_at(uint64_t offset, char* to, size_t size) const;

  // -- modifiers --------------------------------------------------------------

  /// Writes at the current position until all is written.
  expected<void> write(std::string_view bytes);

  /// Cuts the file to `size` and continues writing there.
  expected<void> truncate(uint64_t size);

  /// Appends `size` bytes that stand at `offset` of another file.
  expected<void> append_from(const open_file& other, uint64_t offset, uint64_t size);

  /// Makes content and size survive a power failure. What cannot be synced, like a pipe, is not.
  expected<void> sync();

  /// Starts to write that range to the disk and does not wait.
  void start_writeback(uint64_t offset, uint64_t size) noexcept;

  /// Closes and tells of a write that failed late.
  expected<void> close();

private:
  file_descriptor descriptor_;
  std::filesystem::path path_;
};

/// Makes the names in a directory survive a power failure.
expected<void> sync_directory(const std::filesystem::path& directory);

} // namespace faucet
