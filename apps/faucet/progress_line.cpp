#include "apps/faucet/progress_line.hpp"

#include <caf/all.hpp>

#include <algorithm>
#include <cstdio>

namespace faucet {

namespace {

/// More would not fit on a terminal; of many invocations those that are done go first.
constexpr size_t max_lines = 16;

/// A count with commas between groups of three digits.
std::string grouped(uint64_t count) {
  auto digits = std::to_string(count);
  for (auto at = static_cast<ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<size_t>(at), ",");
  }
  return digits;
}

} // namespace

progress_line_state::~progress_line_state() {
  erase();
  std::fflush(stderr);
}

progress_listener::behavior_type progress_line_state::make_behavior() {
  return {
    [this](const progress& x) { update(x); },
  };
}

void progress_line_state::update(const progress& x) {
  auto known = std::ranges::find(
    rows_, x.row, [](const line& row) -> const auto& { return row.shown.row; });
  if (known != rows_.end()) {
    *known = {x, ++reports_};
  } else {
    if (rows_.size() == max_lines) {
      rows_.erase(std::ranges::min_element(rows_, {}, &line::updated));
    }
    rows_.push_back({x, ++reports_});
  }
  draw();
}

void progress_line_state::draw() {
  erase();
  for (const auto& row : rows_) {
    std::fprintf(stderr, "%s\n", line_of(row.shown).c_str());
  }
  drawn_ = rows_.size();
  std::fflush(stderr);
}

void progress_line_state::erase() {
  for (; drawn_ > 0; --drawn_) {
    std::fputs("\x1b[1A\x1b[2K", stderr); // up one line, clear it
  }
}

progress_listener::behavior_type
progress_line(progress_listener::stateful_pointer<progress_line_state> self) {
  return self->state.make_behavior();
}

std::string line_of(const progress& x) {
  auto milliseconds = static_cast<uint64_t>(std::max<int64_t>(x.elapsed.count(), 1));
  auto tenths = milliseconds / 100;
  return x.row + ": " + grouped(x.records_in) + " in, " + grouped(x.records_out) + " out, "
         + grouped(x.records_out * 1000 / milliseconds) + "/s, " + std::to_string(tenths / 10) + "."
         + std::to_string(tenths % 10) + " s";
}

} // namespace faucet
