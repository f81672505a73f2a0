#pragma once

#include "model/error.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace faucet {

/// A file descriptor that closes itself.
class open_file {
public:
  explicit open_file(int descriptor) noexcept;
  open_file(open_file&& other) noexcept;
  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;
  ~open_file();

  [[nodiscard]] int get() const noexcept {
    return descriptor_;
  }

private:
  int descriptor_;
};

/// All of a file; nothing where there is none.
expected<std::optional<std::string>> read_whole_file(const std::filesystem::path& file);

/// Makes `file` hold `text` in one step that survives a loss of power: writes `scratch` beside it,
/// syncs it, renames it and syncs the directory. After a failure there is no `scratch`, and `file`
/// is as it was.
expected<void> replace_file(const std::filesystem::path& scratch, const std::filesystem::path& file,
                            std::string_view text);

/// Removing what is not there is no error.
expected<void> remove_file(const std::filesystem::path& file);

expected<void> sync_directory(const std::filesystem::path& directory);

/// Locks a file that is made where there is none. The lock goes with the result, and with the
/// process. An error where somebody else holds it for longer than `patience`.
expected<open_file> lock_file(const std::filesystem::path& file,
                              std::chrono::milliseconds patience);

} // namespace faucet
