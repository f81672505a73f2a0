#pragma once

#include "tests/catch.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace faucet {

/// A folder that exists as long as this object.
class scratch_folder {
public:
  scratch_folder() {
    static int count = 0;
    path_ = std::filesystem::temp_directory_path()
            / ("faucet-connectors-" + std::to_string(::getpid()) + "-" + std::to_string(++count));
    std::filesystem::create_directories(path_);
  }

  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;

  ~scratch_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const noexcept {
    return path_;
  }

  /// Writes a file below the folder, and the folders it is in.
  std::filesystem::path write(const std::filesystem::path& name, std::string_view content) const {
    auto file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream out{file, std::ios::binary};
    out << content;
    REQUIRE(out.flush());
    return file;
  }

private:
  std::filesystem::path path_;
};

} // namespace faucet
