#pragma once

#include "model/error.hpp"
#include "model/file_descriptor.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace faucet {

/// All of a file; nothing where there is none.
expected<std::optional<std::string>> read_state_file(const std::filesystem::path& file);

/// Makes `file` hold `text` in one step that survives a loss of power: writes `scratch` beside it,
/// syncs it, renames it and syncs the directory. After a failure there is no `scratch`, and `file`
/// is as it was.
expected<void> replace_state_file(const std::filesystem::path& scratch,
                                  const std::filesystem::path& file, std::string_view text);

/// Finds out whether files can be made in a directory, by making `scratch` and removing it.
expected<void> try_to_write(const std::filesystem::path& scratch);

/// Renames a file unless there is one of the new name. That it is gone already is no error.
expected<void> rename_state_file(const std::filesystem::path& from,
                                 const std::filesystem::path& to);

/// Removing what is not there is no error.
expected<void> remove_state_file(const std::filesystem::path& file);

expected<void> sync_state_directory(const std::filesystem::path& directory);

/// Locks a file that is made where there is none. The lock goes with the result, and with the
/// process. An error where somebody else holds it for longer than `patience`.
expected<file_descriptor> lock_state_file(const std::filesystem::path& file,
                                          std::chrono::milliseconds patience);

} // namespace faucet
