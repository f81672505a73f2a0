#include "apps/faucet/status_report.hpp"
#include "apps/faucet/text_table.hpp"
#include "state/run_lease.hpp"

#include <algorithm>

namespace faucet {

namespace {

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

std::vector<std::string> cells_of(const status_row& x) {
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
  text_rows lines{{"row", "status", "last success", "bookmark", "dlq", "next run resumes at"}};
  for (const auto& row : x.rows) {
    lines.push_back(cells_of(row));
  }
  auto widths = column_widths(lines);
  result += table_line(lines[0], widths);
  for (size_t i = 0; i < x.rows.size(); ++i) {
    result += table_line(lines[i + 1], widths) + remarks_on(x.rows[i]);
  }
  for (const auto& note : x.notes) {
    result += "note: " + note + "\n";
  }
  return result;
}

} // namespace faucet
