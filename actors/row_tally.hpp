#pragma once

#include "actors/duration_tally.hpp"
#include "model/error.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace faucet {

/// A number that only grows. May be used from any thread.
class tally_count {
public:
  void add(uint64_t more = 1) noexcept {
    value_.fetch_add(more, std::memory_order_relaxed);
  }

  [[nodiscard]] uint64_t value() const noexcept {
    return value_.load(std::memory_order_relaxed);
  }

private:
  std::atomic<uint64_t> value_{0};
};

/// Failures by their code; one that is unknown here counts as a fault of ours. What was stopped on
/// request has not failed.
class failure_tally {
public:
  static constexpr size_t codes = static_cast<size_t>(ec::internal) + 1;

  void add(ec code) noexcept {
    if (code != ec::cancelled) {
      counts_[std::min(static_cast<size_t>(code), codes - 1)].add();
    }
  }

  [[nodiscard]] uint64_t all() const noexcept {
    uint64_t result = 0;
    for (const auto& x : counts_) {
      result += x.value();
    }
    return result;
  }

  [[nodiscard]] uint64_t of(ec code) const noexcept {
    return counts_[static_cast<size_t>(code)].value();
  }

private:
  std::array<tally_count, codes> counts_;
};

/// What the invocations of one row count while they move records, for whoever watches: a few
/// additions and readings of a clock a page. May be used from any thread.
struct row_tally {
  // -- the invocations ----------------------------------------------------------

  std::atomic<int64_t> under_way{0};
  std::atomic<int64_t> started_at{0};    ///< the newest, in seconds of Unix; 0 = none yet
  std::atomic<int64_t> bookmarked_at{0}; ///< the same of the newest bookmark that was stored

  // -- the source and the transforms --------------------------------------------

  tally_count source_records;
  tally_count source_pages;
  tally_count keyless; ///< records without their replication key
  failure_tally source_failures;
  duration_tally source_times{short_times}; ///< a page each

  tally_count transformed_in;
  tally_count transformed_out;
  failure_tally transform_failures;

  // -- the sink and its dead letters --------------------------------------------

  tally_count sink_records; ///< accepted
  tally_count sink_writes;  ///< pages given to it
  failure_tally sink_failures;
  duration_tally write_times{short_times};
  duration_tally flush_times{long_times};

  tally_count letters;
  tally_count partial_pages; ///< some of their records became dead letters
  tally_count dead_pages;    ///< all of them did
  failure_tally letter_failures;
  tally_count budgets_exceeded;

  // -- the state store ----------------------------------------------------------

  struct {
    tally_count hits; ///< a bookmark was there
    tally_count misses;
    failure_tally failures;
    duration_tally times{short_times};
  } gets;

  struct store_calls {
    tally_count done;
    failure_tally failures;
    duration_tally times{short_times};
  };

  store_calls puts;
  store_calls removals; ///< of older keys
  tally_count keys_moved;
  tally_count keys_raced; ///< somebody else had stored a bookmark meanwhile
};

/// Whose tally one is.
struct tallied_row {
  std::string pipeline;
  std::string row;
  std::string source;     ///< type
  std::string sink;       ///< type
  std::string letters;    ///< type of the sink of dead letters; empty where none are kept
  bool remembers = false; ///< in a state store
  bool bookmarks = false; ///< while it runs, and not only at its end
};

/// Marks an invocation as under way for as long as it lives.
class under_way_mark {
public:
  explicit under_way_mark(std::shared_ptr<row_tally> in) : in_(std::move(in)) {
    in_->under_way.fetch_add(1);
    in_->started_at.store(now());
  }

  under_way_mark(const under_way_mark&) = delete;
  under_way_mark& operator=(const under_way_mark&) = delete;

  ~under_way_mark() {
    in_->under_way.fetch_sub(1);
  }

  /// Seconds of Unix.
  static int64_t now() {
    auto since = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::seconds>(since).count();
  }

private:
  std::shared_ptr<row_tally> in_;
};

} // namespace faucet
