#pragma once

#include "config/options.hpp"
#include "connectors/file/file_format.hpp"
#include "connectors/file/part_names.hpp"
#include "connectors/formats/record_file.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace faucet {

enum class if_exists { replace, append, error };
enum class file_write_mode { append, overwrite };

std::span<const enum_name<if_exists>> enum_names(if_exists);
std::span<const enum_name<file_write_mode>> enum_names(file_write_mode);

// Options within options start from these defaults where the outer one is left out.

struct file_csv_options {
  char delimiter = ',';
  bool has_headers = true;
  char quote = '"';
  unknown_field on_unknown = unknown_field::widen;
  std::optional<bool> flexible;
  std::vector<std::string> null_values;
};

struct file_json_lines_options {
  bool pretty = false;
};

struct file_sink_options {
  std::string path;
  file_format format;
  compression how;
  if_exists existing;
  file_write_mode mode;
  std::optional<uint64_t> max_records_per_file;
  std::optional<uint64_t> max_bytes_per_file;
  bool create_dirs;
  file_csv_options csv;
  file_json_lines_options json_lines;
  std::array<std::optional<node>, 5> unsupported;
  size_t batch_size;
};

void fields(option_visitor& v, file_csv_options& x);
void fields(option_visitor& v, file_json_lines_options& x);
void fields(option_visitor& v, file_sink_options& x);

/// What the types of the options do not say. Names the option at fault and its line.
expected<void> check(const file_sink_options& x, const node& config);

/// The style of checked options.
record_style style_of(const file_sink_options& x);

/// The file names of checked options.
part_names names_of(const file_sink_options& x);

} // namespace faucet
