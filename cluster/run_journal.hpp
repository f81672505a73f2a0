#pragma once

#include "state/history/log_store.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// What runs log, on its way to the history. Never waits: where the history does not keep up, lines
/// are dropped, and how many is the next thing that the log says. Called from any thread.
class run_journal {
public:
  explicit run_journal(size_t most_bytes = size_t{16} << 20) : most_bytes_(most_bytes) {
    // nop
  }

  // -- for whoever has something to say ---------------------------------------

  /// `level` is info, warn or error. The text has no secrets.
  void note(const std::string& run, std::string_view level, std::string_view text);

  /// How many lines were dropped since the beginning.
  [[nodiscard]] uint64_t dropped() const;

  // -- for whoever writes it down ---------------------------------------------

  /// The oldest lines, by run, at most that many and those that say what was dropped.
  std::vector<run_lines> take(size_t most_lines);

  /// What was taken could not be kept.
  void lose(const std::vector<run_lines>& logs);

private:
  struct entry {
    std::string run;
    log_line line;
  };

  [[nodiscard]] log_line line_of(std::string_view level, std::string text);
  void drop(const std::string& run, uint64_t lines);
  void add_notices(std::map<std::string, std::vector<log_line>>& by_run);

  mutable std::mutex mutex_;
  size_t most_bytes_;
  size_t bytes_ = 0;
  std::deque<entry> entries_;
  log_sequence sequence_;
  uint64_t dropped_ = 0;
  std::map<std::string, uint64_t> untold_; ///< lines that were dropped, by run
};

} // namespace faucet
