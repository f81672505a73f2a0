#pragma once

#include "config/options.hpp"

#include <filesystem>
#include <span>
#include <string_view>

namespace faucet {

/// What a file holds. `unsupported` stands for formats that the grammar has and this build has not.
enum class file_format { automatic, json_lines, json_array, csv, raw_text, unsupported };

std::span<const enum_name<file_format>> enum_names(file_format);

/// The format that a file's ending tells, in any case and before an ending of compression:
/// .jsonl, .ndjson, .json, .csv, .txt. Automatic where it tells none.
file_format format_by_ending(const std::filesystem::path& file);

/// The ending, with its point, that tells a format; empty for `automatic`.
std::string_view ending_of(file_format format);

} // namespace faucet
