#include "cluster/run_journal.hpp"

#include "cluster/bounded_text.hpp"

#include <chrono>
#include <utility>

namespace faucet {

namespace {

constexpr size_t most_line_bytes = size_t{16} << 10;

/// Runs of which it is remembered how many lines were dropped.
constexpr size_t most_untold = 10'000;

size_t bytes_of(const std::string& run, const std::string& line) {
  return sizeof(log_line) + run.size() + line.size();
}

} // namespace

void run_journal::note(const std::string& run, std::string_view level, std::string_view text) {
  auto line = bounded_text(text, most_line_bytes);
  std::lock_guard guard{mutex_};
  auto bytes = bytes_of(run, line);
  if (bytes_ + bytes > most_bytes_) {
    drop(run, 1);
    return;
  }
  bytes_ += bytes;
  entries_.push_back({run, line_of(level, std::move(line))});
}

uint64_t run_journal::dropped() const {
  std::lock_guard guard{mutex_};
  return dropped_;
}

std::vector<run_lines> run_journal::take(size_t most_lines) {
  std::map<std::string, std::vector<log_line>> by_run;
  {
    std::lock_guard guard{mutex_};
    for (size_t i = 0; i < most_lines && !entries_.empty(); ++i) {
      auto& oldest = entries_.front();
      bytes_ -= bytes_of(oldest.run, oldest.line.line);
      by_run[oldest.run].push_back(std::move(oldest.line));
      entries_.pop_front();
    }
    add_notices(by_run);
  }
  std::vector<run_lines> result;
  for (auto& [run, lines] : by_run) {
    result.push_back({run, std::move(lines)});
  }
  return result;
}

void run_journal::lose(const std::vector<run_lines>& logs) {
  std::lock_guard guard{mutex_};
  for (const auto& x : logs) {
    drop(x.run, x.lines.size());
  }
}

log_line run_journal::line_of(std::string_view level, std::string text) {
  auto now = std::chrono::time_point_cast<instant::duration>(std::chrono::system_clock::now());
  return {sequence_.next(now), now, std::string{level}, std::move(text), {}};
}

void run_journal::drop(const std::string& run, uint64_t lines) {
  dropped_ += lines;
  if (untold_.size() < most_untold || untold_.contains(run)) {
    untold_[run] += lines;
  }
}

// Behind all that was kept of the run: while lines of it wait, more of them may yet be dropped.
void run_journal::add_notices(std::map<std::string, std::vector<log_line>>& by_run) {
  if (!entries_.empty()) {
    return;
  }
  for (auto& [run, lines] : std::exchange(untold_, {})) {
    by_run[run].push_back(
      line_of("warn", std::to_string(lines)
                        + " lines of the log were dropped, for the history did not keep up"));
  }
}

} // namespace faucet
