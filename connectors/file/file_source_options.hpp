#pragma once

#include "connectors/bytes/compression.hpp"
#include "connectors/file/file_format.hpp"
#include "connectors/file/file_listing.hpp"
#include "connectors/file/read_position.hpp"
#include "connectors/formats/csv_dialect.hpp"
#include "connectors/formats/invalid_utf8.hpp"

#include <array>
#include <optional>

namespace faucet {

/// Read only what is new since the last run.
struct incremental_reading {
  newness by;
};

void fields(option_visitor& v, incremental_reading& x);

struct file_source_options {
  file_place place;
  file_format format;
  compression compressed;
  bool strict;
  csv_dialect csv;
  invalid_utf8 policy;
  std::optional<incremental_reading> incremental;
  std::optional<uint64_t> stable_for_secs;
  std::optional<uint64_t> max_files;
  uint64_t max_object_bytes;
  size_t concurrency;
  size_t batch_size;
  std::array<std::optional<node>, 7> unsupported;
  uint64_t http_retries;
  uint64_t http_connect_timeout_secs;
  uint64_t http_read_timeout_secs;
};

void fields(option_visitor& v, file_source_options& x);

/// Refuses what the types of the options do not.
expected<void> check(const file_source_options& x, const node& config);

} // namespace faucet
