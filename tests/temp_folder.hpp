#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace faucet::test {

/// A folder of its own for a test, gone with it.
class temp_folder {
public:
  temp_folder() {
    auto pattern = (std::filesystem::temp_directory_path() / "faucet-test-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }

  temp_folder(const temp_folder&) = delete;
  temp_folder& operator=(const temp_folder&) = delete;

  ~temp_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const noexcept {
    return path_;
  }

  [[nodiscard]] std::filesystem::path operator/(std::string_view name) const {
    return path_ / name;
  }

  [[nodiscard]] std::string read(std::string_view name) const {
    std::ifstream file{path_ / name, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
  }

  void write(std::string_view name, std::string_view content) const {
    std::ofstream{path_ / name, std::ios::binary} << content;
  }

  /// Names of what is in it, sorted.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& entry : std::filesystem::directory_iterator{path_}) {
      result.push_back(entry.path().filename());
    }
    std::sort(result.begin(), result.end());
    return result;
  }

private:
  std::filesystem::path path_;
};

} // namespace faucet::test
