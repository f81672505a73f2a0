#pragma once

#include "connectors/replication/record_replication.hpp"
#include "model/bookmark.hpp"
#include "model/cursor_order.hpp"
#include "model/page_builder.hpp"

#include <functional>

namespace faucet {

/// Keeps the records of one run whose key is greater than where the run starts, and remembers the
/// greatest key of all. For sources that cannot rely on their server to filter. Records that cannot
/// be judged, for their key is missing or of another kind than the start, are never dropped in
/// silence.
class record_filter {
public:
  record_filter(field_path key, on_missing_key missing);

  /// Starts behind a stored bookmark, or, where nothing is stored, behind a configured value.
  expected<void> start(const std::optional<bookmark>& stored,
                       const std::optional<node>& configured);

  /// Whether to deliver a record; an error where its key is missing and must not be. Records must
  /// live until the next to_bookmark.
  expected<bool> keep(const value& record);

  /// The greatest key so far, no less than the start; none where no record had one.
  std::optional<bookmark> to_bookmark();

  /// What the user should know at the end of the run, one sentence a kind of record.
  void report(const std::function<void(std::string)>& warn) const;

  /// Records whose key is missing or null.
  [[nodiscard]] uint64_t missing() const noexcept {
    return missing_;
  }

private:
  field_path key_;
  on_missing_key on_missing_;
  page start_memory_;
  cursor start_; ///< null: nothing is too old
  page newest_memory_;
  cursor newest_; ///< null: none so far
  uint64_t seen_ = 0;
  uint64_t missing_ = 0;
  uint64_t incomparable_ = 0;
};

} // namespace faucet
