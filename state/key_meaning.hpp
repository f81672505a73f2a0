#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faucet {

/// What a state key holds.
enum class key_kind : uint8_t {
  bookmark,
  sla,
  profiling,
  status,
  lease,
  rollback_index,
  rollback_run,
  replication, ///< of the pipeline, as are the next three
  backfill_marker,
  backfill_unit,
  serve_backfill_marker,
};

/// The kind as JSON names it, for example "rollback_index".
const char* to_string(key_kind what) noexcept;

/// A state key taken apart.
struct key_meaning {
  key_kind kind = key_kind::bookmark;
  std::string row; ///< empty for what belongs to the pipeline as a whole
  std::string sub; ///< the child, tuple or shard within the row; may be empty
  std::string id;  ///< of a backfill or of a run that can be undone

  friend bool operator==(const key_meaning&, const key_meaning&) = default;
};

/// What all keys of a pipeline begin with.
std::string key_prefix(std::string_view pipeline);

/// What a key stands for; nothing where it is no key of that pipeline.
std::optional<key_meaning> meaning_of(std::string_view pipeline, std::string_view key);

/// The key of the bookmark that a key of a row stands beside, or is.
std::string bookmark_key(std::string_view pipeline, const key_meaning& of);

} // namespace faucet
