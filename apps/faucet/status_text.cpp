#include "apps/faucet/status_report.hpp"
#include "state/run_lease.hpp"

#include <algorithm>
#include <array>

namespace faucet {

namespace {

using table_row = std::array<std::string, 6>;

std::string second_of(instant x) {
  return to_text(std::chrono::time_point_cast<std::chrono::seconds>(x));
}

std::string shown(const std::string& text) {
  return text.empty() ? "-" : text;
}

/// "90 s", "3 h": the largest unit that leaves at least two.
std::string age_text(uint64_t seconds) {
  if (seconds < 120) {
    return std::to_string(seconds) + " s";
  }
  if (seconds < 7200) {
    return std::to_string(seconds / 60) + " min";
  }
  return seconds < 172800 ? std::to_string(seconds / 3600) + " h"
                          : std::to_string(seconds / 86400) + " d";
}

table_row cells_of(const status_row& x) {
  const auto& outcomes = x.facts.outcomes;
  std::string bookmark;
  if (x.facts.bookmark) {
    bookmark = bookmark_in_short(x.facts.bookmark->data);
    bookmark += x.bookmark_age_secs ? " (" + age_text(*x.bookmark_age_secs) + ")" : "";
  }
  return {x.home->row.id,
          to_string(x.how.how),
          outcomes && outcomes->last_success ? second_of(outcomes->last_success->at) : "never",
          shown(bookmark),
          x.dlq.count ? std::to_string(*x.dlq.count) : "-",
          resume_point(x.facts)};
}

/// Characters, not bytes.
size_t width_of(const std::string& utf8) {
  return static_cast<size_t>(std::ranges::count_if(
    utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string line_of(const table_row& cells, const std::array<size_t, 6>& widths) {
  std::string result = " ";
  for (size_t i = 0; i < cells.size(); ++i) {
    result += " " + cells[i];
    if (i + 1 < cells.size()) {
      result += std::string(widths[i] - width_of(cells[i]) + 1, ' ');
    }
  }
  return result + "\n";
}

/// What stands below the line of a row.
std::string remarks_on(const status_row& x) {
  std::string result;
  auto add = [&result](const std::string& text) { result += "    " + text + "\n"; };
  std::ranges::for_each(x.how.reasons, add);
  if (x.facts.lease && x.facts.lease_is_live) {
    add("held by " + describe_holder(*x.facts.lease));
  }
  if (x.dlq.oldest) {
    add("oldest dead letter of "
        + to_text(std::chrono::sys_seconds{std::chrono::seconds{*x.dlq.oldest / 1000}}));
  }
  for (const auto& child : x.children) {
    add("child row " + child.row + ": " + std::to_string(child.bookmarks) + " bookmarks, "
        + std::to_string(child.failed) + " failed, at worst " + to_string(child.worst));
  }
  for (const auto& why : x.facts.errors) {
    add("cannot be read: " + why);
  }
  return result;
}

std::string stores_text(const status_report& x) {
  std::string result;
  for (const auto& type : x.store_types) {
    result += (result.empty() ? "" : ", ") + type;
  }
  return result.empty() ? "none" : result;
}

} // namespace

std::string to_text(const status_report& x) {
  auto result = "pipeline " + x.pipeline + ": " + to_string(x.how) + " ("
                + std::to_string(x.rows.size()) + (x.rows.size() == 1 ? " row" : " rows")
                + ", state: " + stores_text(x) + ")\n";
  std::vector<table_row> lines{
    {"row", "status", "last success", "bookmark", "dlq", "next run resumes at"}};
  for (const auto& row : x.rows) {
    lines.push_back(cells_of(row));
  }
  std::array<size_t, 6> widths{};
  for (const auto& line : lines) {
    for (size_t i = 0; i < line.size(); ++i) {
      widths[i] = std::max(widths[i], width_of(line[i]));
    }
  }
  result += line_of(lines[0], widths);
  for (size_t i = 0; i < x.rows.size(); ++i) {
    result += line_of(lines[i + 1], widths) + remarks_on(x.rows[i]);
  }
  for (const auto& note : x.notes) {
    result += "note: " + note + "\n";
  }
  return result;
}

} // namespace faucet
