#pragma once

#include <filesystem>

namespace faucet {

/// One name for a file however it is written: absolute, links resolved as far as the file's folders
/// exist. The file itself need not exist.
std::filesystem::path file_identity(const std::filesystem::path& file);

} // namespace faucet
