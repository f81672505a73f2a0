#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// The names of the files that one sink writes: a path whose file name may hold `{part}`, which
/// stands for the number of the file: 00001, 00002, …
class part_names {
public:
  static constexpr std::string_view token = "{part}";

  part_names() = default;

  /// `path` as the user gave it. A directory (it ends with a slash) gets files `part-{part}` with
  /// `ending`. With `rolls`, a name without token gets `-{part}` before its ending.
  part_names(std::string_view path, std::string_view ending, bool rolls);

  /// True where there can be more than one file.
  [[nodiscard]] bool numbered() const noexcept {
    return name_.find(token) != std::string::npos;
  }

  [[nodiscard]] const std::filesystem::path& directory() const noexcept {
    return directory_;
  }

  /// The file name with its token.
  [[nodiscard]] const std::string& file_name() const noexcept {
    return name_;
  }

  /// The file name of one part; parts count from 1.
  [[nodiscard]] std::string file_name(uint64_t part) const;

  /// The part a file is by its name; 0 for a file that is none.
  [[nodiscard]] uint64_t part_of(std::string_view file_name) const;

  /// The highest part that exists in `directory`; 0 where there is none.
  [[nodiscard]] uint64_t highest_in(const std::filesystem::path& directory) const;

  /// The paths of all parts that have a scratch file in `directory`.
  [[nodiscard]] std::vector<std::filesystem::path>
  unfinished_in(const std::filesystem::path& directory) const;

private:
  std::filesystem::path directory_;
  std::string name_;
};

} // namespace faucet
