#include "apps/faucet/summary.hpp"

#include "apps/program/logging.hpp"

#include <date/date.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace faucet {

namespace {

size_t count(const run_report& report, outcome how) {
  return static_cast<size_t>(std::ranges::count(report.invocations, how, &invocation_report::how));
}

uint64_t records_out(const run_report& report) {
  uint64_t result = 0;
  for (const auto& row : report.invocations) {
    result += row.records_out;
  }
  return result;
}

std::string plural(uint64_t amount, const std::string& noun) {
  return std::to_string(amount) + " " + noun + (amount == 1 ? "" : "s");
}

std::string rfc3339(std::chrono::system_clock::time_point when) {
  return date::format("%FT%TZ", std::chrono::floor<std::chrono::milliseconds>(when));
}

uint64_t all_dead_letters(const run_report& report) {
  uint64_t result = 0;
  for (const auto& row : report.invocations) {
    result += row.dead_letters;
  }
  return result;
}

nlohmann::ordered_json row_json(const invocation_report& row) {
  nlohmann::ordered_json result{{"row_id", row.row}};
  if (row.parent_key) {
    result["parent_key"] = *row.parent_key;
  }
  if (!row.run_id.empty()) {
    result["run_id"] = row.run_id;
  }
  result.update({{"source", row.source},
                 {"sink", row.sink},
                 {"status", to_string(row.how)},
                 {"rows_in", row.records_in},
                 {"rows_out", row.records_out},
                 {"duration_ms", row.elapsed.count()},
                 {"dlq_count", row.dead_letters}});
  if (row.position) {
    result["bookmark"] = nlohmann::ordered_json::parse(row.position->json, nullptr, false);
  }
  if (row.how == outcome::failed) {
    result["error"] = render(row.failure);
    result["error_kind"] = to_string(row.failure.code);
  } else if (!row.failure.what.empty()) {
    result["error"] = std::string{to_string(row.how)} + ": " + row.failure.what;
  }
  return result;
}

std::string row_line(const invocation_report& row) {
  std::ostringstream out;
  out << "  " << label_of(row) << " [" << row.source << " -> " << row.sink << "] "
      << to_string(row.how);
  if (row.run_id.empty()) { // not started
    out << (row.failure.what.empty() ? "" : ": ") << row.failure.what;
    return out.str();
  }
  out << ", " << row.records_in << " in, " << row.records_out << " out, ";
  if (row.dead_letters > 0) {
    out << plural(row.dead_letters, "dead letter") << ", ";
  }
  out << std::fixed << std::setprecision(3) << static_cast<double>(row.elapsed.count()) / 1000
      << " s";
  if (row.how == outcome::cancelled && !row.failure.what.empty()) {
    out << ": " << row.failure.what;
  }
  return out.str();
}

} // namespace

std::vector<std::string> summary_lines(const run_report& report) {
  std::ostringstream out;
  out << report.pipeline << ": " << plural(report.invocations.size(), "invocation") << ", "
      << count(report, outcome::completed) << " ok, " << count(report, outcome::failed)
      << " failed";
  for (auto how : {outcome::cancelled, outcome::skipped}) {
    if (auto amount = count(report, how); amount > 0) {
      out << ", " << amount << " " << to_string(how);
    }
  }
  out << ", wrote " << plural(records_out(report), "record");
  std::vector<std::string> result{out.str()};
  for (const auto& row : report.invocations) {
    result.push_back(row_line(row));
  }
  return result;
}

std::vector<std::string> error_lines(const run_report& report) {
  std::vector<std::string> result;
  for (const auto& row : report.invocations) {
    if (row.how == outcome::failed) {
      result.push_back(label_of(row) + ": " + render(row.failure));
    }
  }
  return result;
}

void tell_summary(const run_report& report, bool quiet) {
  if (!quiet) {
    std::ranges::for_each(summary_lines(report), tell);
  }
  std::ranges::for_each(error_lines(report), tell_error);
}

std::string summary_json(const run_report& report, const run_times& when) {
  auto rows = nlohmann::ordered_json::array();
  for (const auto& row : report.invocations) {
    rows.push_back(row_json(row));
  }
  nlohmann::ordered_json result{{"pipeline", report.pipeline},
                                {"started_at", rfc3339(when.started)},
                                {"finished_at", rfc3339(when.finished)},
                                {"status", to_string(report.how())},
                                {"totals",
                                 {{"rows", report.invocations.size()},
                                  {"rows_out", records_out(report)},
                                  {"dlq_count", all_dead_letters(report)},
                                  {"ok", count(report, outcome::completed)},
                                  {"failed", count(report, outcome::failed)},
                                  {"cancelled", count(report, outcome::cancelled)},
                                  {"skipped", count(report, outcome::skipped)}}},
                                {"rows", std::move(rows)}};
  return result.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace faucet
