#include "connectors/file/file_sink_options.hpp"

#include "connectors/batch_size.hpp"
#include "connectors/bytes/output_path.hpp"
#include "connectors/config_error.hpp"

#include <array>

namespace faucet {

namespace {

constexpr std::array<enum_name<if_exists>, 5> if_exists_names{{
  {"replace", if_exists::replace},
  {"append", if_exists::append},
  {"error", if_exists::error},
  {"overwrite", if_exists::replace},
  {"error_if_exists", if_exists::error},
}};

constexpr std::array<enum_name<file_write_mode>, 2> mode_names{{
  {"append", file_write_mode::append},
  {"overwrite", file_write_mode::overwrite},
}};

constexpr std::array<std::string_view, 5> unsupported_names{"xml", "excel", "avro", "parquet",
                                                            "encryption"};

bool is_directory(const file_sink_options& x) {
  return x.path.ends_with('/');
}

/// The format meant; automatic where the file name does not tell.
file_format format_of(const file_sink_options& x) {
  if (x.format != file_format::automatic || is_directory(x)) {
    return x.format;
  }
  return format_by_ending(x.path);
}

compression compression_of(const file_sink_options& x) {
  return is_directory(x) && x.how == compression::automatic ? compression::none
                                                            : resolve(x.how, x.path);
}

/// What a file in a directory ends with.
std::string ending_of(const file_sink_options& x) {
  std::string result{ending_of(format_of(x))};
  switch (compression_of(x)) {
    case compression::gzip:
      return result + ".gz";
    case compression::zstd:
      return result + ".zst";
    default:
      return result;
  }
}

bool rolls(const file_sink_options& x) {
  return x.max_records_per_file || x.max_bytes_per_file;
}

expected<void> check_format(const file_sink_options& x, const node& config) {
  auto format = format_of(x);
  const auto* key = x.format == file_format::automatic ? "path" : "format";
  if (format == file_format::unsupported) {
    return config_error(config, key,
                        std::string{key} + ": this file format is not supported by this build");
  }
  if (format == file_format::automatic && is_directory(x)) {
    return config_error(config, "path", "path: a directory does not tell the format: set format");
  }
  if (format == file_format::automatic) {
    return config_error(
      config, "path",
      "path: the ending does not tell the format: use .jsonl, .json, .csv or .txt (and "
      ".gz or .zst behind it), or set format");
  }
  return {};
}

expected<void> check_existing(const file_sink_options& x, const node& config) {
  if (x.existing == if_exists::append && format_of(x) == file_format::json_array
      && !names_of(x).numbered()) {
    const auto* key = config.find("mode") != nullptr ? "mode" : "if_exists";
    return config_error(
      config, key,
      std::string{key}
        + ": append cannot add to a JSON array; use JSON Lines, or {part} in the path "
          "so that each run adds files");
  }
  if (x.mode == file_write_mode::overwrite && x.existing != if_exists::replace) {
    return config_error(config, "write_mode",
                        "write_mode: overwrite replaces all files, so if_exists must be replace");
  }
  return {};
}

} // namespace

std::span<const enum_name<if_exists>> enum_names(if_exists) {
  return if_exists_names;
}

std::span<const enum_name<file_write_mode>> enum_names(file_write_mode) {
  return mode_names;
}

// -- options ------------------------------------------------------------------

void fields(option_visitor& v, file_csv_options& x) {
  const file_csv_options preset;
  v.field("delimiter", x.delimiter, preset.delimiter, "Character between columns.");
  v.field("has_headers", x.has_headers, preset.has_headers,
          "Write the names of the columns as first row.", {.former_name = "write_headers"});
  v.field("quote", x.quote, preset.quote, "Character around cells that need it.");
  v.field("on_unknown_field", x.on_unknown, preset.on_unknown,
          "What happens to a field that the first page did not have: widen adds a column to the "
          "whole file, warn drops the field, error ends the run.");
  v.field("flexible", x.flexible, "Of sources; what is written does not depend on it.");
  v.field("null_values", x.null_values, preset.null_values,
          "Of sources; what is written does not depend on it.");
}

void fields(option_visitor& v, file_json_lines_options& x) {
  v.field("pretty", x.pretty, file_json_lines_options{}.pretty,
          "Indent each record over several lines.");
}

void fields(option_visitor& v, file_sink_options& x) {
  v.field("path", x.path, required,
          "File to write; {part} in its name stands for the number of the file. A path that ends "
          "with a slash is a directory for files part-00001 and so on.",
          {.leads_to = reach::path});
  v.field("format", x.format, file_format::automatic,
          "json_lines, json_array, csv or raw_text; auto goes by the file's ending. This build "
          "writes no other.");
  v.field("compression", x.how, compression::automatic,
          "Compression of the files; auto goes by the file's ending (.gz, .zst).");
  v.field("if_exists", x.existing, if_exists::replace,
          "What happens to a file that is there: it is replaced, appended to, or an error.",
          {.former_name = "mode"});
  v.field("write_mode", x.mode, file_write_mode::append,
          "append leaves other files alone; overwrite replaces all files of the path when the run "
          "has succeeded, and removes those it did not write.");
  constexpr option_traits cap{.former_name = {}, .secret = false, .minimum = 1, .maximum = {}};
  auto records_cap = cap;
  records_cap.former_name = "max_rows_per_file";
  v.field("max_records_per_file", x.max_records_per_file,
          "Start another file after so many records.", records_cap);
  v.field("max_bytes_per_file", x.max_bytes_per_file,
          "Start another file after so many bytes, before compression.", cap);
  v.field("create_dirs", x.create_dirs, true, "Make missing parent directories.");
  v.field("csv", x.csv, file_csv_options{}, "How CSV is written.");
  v.field("json_lines", x.json_lines, file_json_lines_options{}, "How JSON Lines are written.");
  auto* unsupported = x.unsupported.begin();
  for (auto name : unsupported_names) {
    v.field(name, *unsupported++, "Not supported by this build.");
  }
  sink_batch_size_field(v, x.batch_size);
}

expected<void> check(const file_sink_options& x, const node& config) {
  if (auto ok = check_output_path(x.path, config); !ok) {
    return ok;
  }
  if (x.path.rfind(part_names::token) != std::string::npos
      && x.path.find(part_names::token) < x.path.rfind('/') + 1) {
    return config_error(config, "path", "path: {part} may stand in the file name only");
  }
  if (auto ok = check_format(x, config); !ok) {
    return ok;
  }
  if (auto ok = check_existing(x, config); !ok) {
    return ok;
  }
  const auto* csv = config.find("csv");
  if (auto ok = check_csv_characters(style_of(x).csv.characters, csv != nullptr ? *csv : config);
      !ok) {
    return ok;
  }
  return refuse_unsupported(config, unsupported_names);
}

record_style style_of(const file_sink_options& x) {
  record_style result{.format = record_format::json_lines,
                      .how = compression_of(x),
                      .csv = {.characters = {.delimiter = x.csv.delimiter, .quote = x.csv.quote},
                              .has_headers = x.csv.has_headers,
                              .on_unknown = x.csv.on_unknown},
                      .pretty = x.json_lines.pretty};
  switch (format_of(x)) {
    case file_format::json_array:
      result.format = record_format::json_array;
      break;
    case file_format::csv:
      result.format = record_format::csv;
      break;
    case file_format::raw_text:
      result.format = record_format::raw_text;
      break;
    default:
      break;
  }
  return result;
}

part_names names_of(const file_sink_options& x) {
  return {x.path, ending_of(x), rolls(x)};
}

} // namespace faucet
