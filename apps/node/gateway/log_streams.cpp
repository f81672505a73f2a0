#include "apps/node/gateway/log_streams.hpp"

#include <algorithm>

namespace faucet {

namespace {

constexpr uint32_t lines_at_once = 500;

/// A stream takes a piece whole or not at all, and is never to be offered one that it cannot take.
constexpr size_t bytes_at_once = size_t{1} << 20;

/// Each stream costs the history a question or two; so many of them are asked in a second at most.
constexpr size_t looks_a_second = 100;

/// Whoever ran it may still be writing its last lines, for so long by anybody's clock.
constexpr std::chrono::seconds last_lines_time{5};
constexpr int last_looks = 3;

/// One event; a line that holds line ends is sent as several, which the client puts together.
std::string event(std::string_view name, std::string_view data) {
  auto result = "event: " + std::string{name} + "\n";
  for (;;) {
    auto end = data.find_first_of("\r\n");
    result += "data: ";
    result += data.substr(0, end);
    result += "\n";
    if (end == std::string_view::npos) {
      return result + "\n";
    }
    auto both = data.substr(end, 2) == "\r\n";
    data.remove_prefix(end + (both ? 2 : 1));
  }
}

std::string event(const log_line& x) {
  return "id: " + std::to_string(x.sequence) + "\n" + event("log", x.line);
}

} // namespace

bool log_streams::add(std::string run, uint64_t after, std::shared_ptr<http_stream> stream,
                      clock::time_point now) {
  std::lock_guard guard{mutex_};
  if (size_ >= most) {
    return false;
  }
  ++size_;
  added_.push_back(
    {.run = std::move(run), .after = after, .stream = std::move(stream), .spoke = now, .due = now});
  return true;
}

void log_streams::tick(history& kept, clock::time_point now) {
  {
    std::lock_guard guard{mutex_};
    entries_.splice(entries_.end(), added_);
  }
  auto pause =
    std::max<clock::duration>(pace, std::chrono::seconds{1} * entries_.size() / looks_a_second);
  auto answers = true;
  for (auto& x : entries_) {
    if (answers && x.due <= now) {
      answers = look(x, kept, now);
      x.due = now + pause;
    }
    if (!x.is_done && now - x.spoke >= keep_alive) {
      say(x, ": still here\n\n", now);
    }
    x.is_done = x.is_done || !x.stream->is_open();
  }
  auto gone = std::erase_if(entries_, [](const entry& x) { return x.is_done; });
  std::lock_guard guard{mutex_};
  size_ -= gone;
}

size_t log_streams::size() const {
  std::lock_guard guard{mutex_};
  return size_;
}

bool log_streams::look(entry& x, history& kept, clock::time_point now) {
  auto page = kept.logs().read(x.run, x.after, lines_at_once);
  if (!page) {
    return false; // the history is away, and will be back
  }
  if (!page->lines.empty()) {
    std::string text;
    auto last = x.after;
    for (const auto& line : page->lines) {
      text += event(line);
      last = line.sequence;
      if (text.size() >= bytes_at_once) {
        break; // the next look reads on
      }
    }
    if (say(x, std::move(text), now)) {
      x.after = last;
    }
    x.quiet_looks = 0;
    return true;
  }
  if (page->dropped > x.told_dropped
      && say(x, event("truncated", std::to_string(page->dropped) + " lines were not kept"), now)) {
    x.told_dropped = page->dropped;
  }
  return end_if_over(x, kept, now);
}

bool log_streams::say(entry& x, std::string text, clock::time_point now) {
  auto taken = x.stream->send(std::move(text));
  if (taken) {
    x.spoke = now;
  }
  return taken;
}

bool log_streams::end_if_over(entry& x, history& kept, clock::time_point now) {
  auto run = kept.ledger().find(x.run);
  if (!run || (*run && !is_terminal((*run)->status))) {
    return run.has_value();
  }
  auto is_long_over =
    !*run
    || std::chrono::system_clock::now() - (*run)->finished_at.value_or(instant{}) > last_lines_time;
  if (is_long_over || ++x.quiet_looks >= last_looks) {
    x.is_done = say(x, event("end", "done"), now);
    if (x.is_done) {
      x.stream->end();
    }
  }
  return true;
}

} // namespace faucet
