#include "connectors/file/part_names.hpp"

#include "connectors/bytes/compression.hpp"
#include "connectors/bytes/output_file.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace faucet {

namespace {

/// "a.csv.gz" gives "a-{part}.csv.gz".
std::string with_token(const std::filesystem::path& name) {
  auto plain = without_compression_ending(name);
  auto compression_ending = name == plain ? std::string{} : name.extension().string();
  return plain.stem().string() + "-" + std::string{part_names::token} + plain.extension().string()
         + compression_ending;
}

/// A directory that cannot be listed holds nothing.
std::vector<std::string> names_in(const std::filesystem::path& directory) {
  std::vector<std::string> result;
  std::error_code missing;
  for (auto entry =
         std::filesystem::directory_iterator{directory.empty() ? "." : directory, missing};
       entry != std::filesystem::directory_iterator{}; entry.increment(missing)) {
    result.push_back(entry->path().filename().string());
  }
  return result;
}

} // namespace

part_names::part_names(std::string_view path, std::string_view ending, bool rolls) {
  std::filesystem::path whole{path};
  directory_ = whole.parent_path();
  name_ = whole.filename();
  if (name_.empty()) {
    name_ = "part-" + std::string{token} + std::string{ending};
  } else if (rolls && !numbered()) {
    name_ = with_token(name_);
  }
}

std::string part_names::file_name(uint64_t part) const {
  constexpr size_t digits = 5;
  auto number = std::to_string(part);
  number.insert(0, digits - std::min(digits, number.size()), '0');
  auto result = name_;
  for (auto at = result.find(token); at != std::string::npos; at = result.find(token)) {
    result.replace(at, token.size(), number);
  }
  return result;
}

uint64_t part_names::part_of(std::string_view file_name) const {
  auto at = name_.find(token);
  if (at == std::string::npos) {
    return file_name == name_ ? 1 : 0;
  }
  if (file_name.size() <= at) {
    return 0;
  }
  uint64_t part = 0;
  std::from_chars(file_name.data() + at, file_name.data() + file_name.size(), part);
  return part != 0 && this->file_name(part) == file_name ? part : 0;
}

uint64_t part_names::highest_in(const std::filesystem::path& directory) const {
  uint64_t result = 0;
  for (const auto& name : names_in(directory)) {
    result = std::max(result, part_of(name));
  }
  return result;
}

std::vector<std::filesystem::path>
part_names::unfinished_in(const std::filesystem::path& directory) const {
  std::vector<std::filesystem::path> result;
  for (std::string_view name : names_in(directory)) {
    if (name.ends_with(scratch_ending)) {
      name.remove_suffix(scratch_ending.size());
      if (part_of(name) != 0) {
        result.push_back(directory / name);
      }
    }
  }
  return result;
}

} // namespace faucet
