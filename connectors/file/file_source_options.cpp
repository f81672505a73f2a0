#include "connectors/file/file_source_options.hpp"

#include "connectors/batch_size.hpp"
#include "connectors/config_error.hpp"

namespace faucet {

namespace {

constexpr std::array<std::string_view, 7> unsupported_blocks{"xml", "excel",      "parquet", "avro",
                                                             "orc", "encryption", "headers"};

} // namespace

void fields(option_visitor& v, incremental_reading& x) {
  v.field("by", x.by, required,
          "What makes a file new: mtime, modified after the newest one that was read; or name, "
          "sorting behind the last one that was read.");
}

void fields(option_visitor& v, file_source_options& x) {
  v.field("path", x.place.path, required,
          "A file, a folder, or a pattern with *, ?, [a-z] and **. Files are read in the order of "
          "their paths.",
          {.leads_to = reach::path});
  v.field("recursive", x.place.recursive, false, "Read the folders within a folder too.");
  v.field("no_links", x.place.no_links, false,
          "Fail at a link below a folder or a pattern, instead of reading what it leads to.",
          {.confines = true});
  v.field("format", x.format, file_format::automatic,
          "What the files hold; auto goes by the ending of each: .jsonl, .ndjson, .json, .csv, "
          ".txt.");
  v.field("compression", x.compressed, compression::automatic,
          "How the files are compressed; auto goes by the ending of each: .gz, .zst.");
  v.field("strict", x.strict, false,
          "Refuse a file whose ending tells no format, instead of skipping it with a warning.");
  v.field("csv", x.csv, csv_dialect{}, "How CSV files are written.");
  invalid_utf8_field(v, x.policy);
  v.field("incremental", x.incremental, "Read only files that are new since the last run.");
  v.field("stable_for_secs", x.stable_for_secs,
          "Leave files that were modified less than so many seconds ago to a later run.");
  v.field("max_files", x.max_files, "Read so many files at most.");
  v.field("max_object_bytes", x.max_object_bytes, uint64_t{2} << 30,
          "Largest file, once decompressed, in a format that is read as a whole; also the largest "
          "item of a JSON list.");
  v.field("concurrency", x.concurrency, size_t{4},
          "Files that the system is told to load ahead of the one being read.");
  batch_size_field(v, x.batch_size);
  for (size_t i = 0; i < unsupported_blocks.size(); ++i) {
    v.field(unsupported_blocks[i], x.unsupported[i], "Not supported by this build.");
  }
  constexpr auto of_urls = "Of URLs, which this build does not read; of no effect on files.";
  v.field("http_retries", x.http_retries, uint64_t{3}, of_urls);
  v.field("http_connect_timeout_secs", x.http_connect_timeout_secs, uint64_t{30}, of_urls);
  v.field("http_read_timeout_secs", x.http_read_timeout_secs, uint64_t{300}, of_urls);
}

expected<void> check(const file_source_options& x, const node& config) {
  if (x.place.path.empty()) {
    return config_error(config, "path", "\"path\" is empty");
  }
  if (x.place.path.starts_with("http://") || x.place.path.starts_with("https://")) {
    return config_error(config, "path", "reading from a URL is not supported yet");
  }
  if (x.format == file_format::unsupported) {
    return config_error(config, "format", "this format is not supported by this build");
  }
  if (auto ok = refuse_unsupported(config, unsupported_blocks); !ok) {
    return ok;
  }
  if (auto ok = check_place(x.place); !ok) {
    return config_error(config, "path", render(ok.error()));
  }
  const auto* csv = config.find("csv");
  return check(x.csv, csv != nullptr ? *csv : config);
}

} // namespace faucet
