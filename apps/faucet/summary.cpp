#include "apps/faucet/summary.hpp"

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

nlohmann::ordered_json row_json(const invocation_report& row) {
  nlohmann::ordered_json result{{"row_id", row.row},
                                {"source", row.source},
                                {"sink", row.sink},
                                {"status", to_string(row.how)},
                                {"rows_in", row.records_in},
                                {"rows_out", row.records_out},
                                {"duration_ms", row.elapsed.count()},
                                {"dlq_count", 0}};
  if (row.position) {
    result["bookmark"] = nlohmann::ordered_json::parse(row.position->json, nullptr, false);
  }
  if (row.how == outcome::failed) {
    result["error"] = render(row.failure);
    result["error_kind"] = to_string(row.failure.code);
  }
  return result;
}

} // namespace

std::string summary_text(const run_report& report) {
  std::ostringstream out;
  auto cancelled = count(report, outcome::cancelled);
  out << report.pipeline << ": " << plural(report.invocations.size(), "invocation") << ", "
      << count(report, outcome::completed) << " ok, " << count(report, outcome::failed)
      << " failed";
  if (cancelled > 0) {
    out << ", " << cancelled << " cancelled";
  }
  out << ", wrote " << plural(records_out(report), "record") << "\n";
  for (const auto& row : report.invocations) {
    out << "  " << row.row << " [" << row.source << " -> " << row.sink << "] " << to_string(row.how)
        << ", " << row.records_in << " in, " << row.records_out << " out, " << std::fixed
        << std::setprecision(3) << static_cast<double>(row.elapsed.count()) / 1000 << " s\n";
  }
  for (const auto& row : report.invocations) {
    if (row.how == outcome::failed) {
      out << "error: " << row.row << ": " << render(row.failure) << "\n";
    }
  }
  return out.str();
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
                                  {"dlq_count", 0},
                                  {"ok", count(report, outcome::completed)},
                                  {"failed", count(report, outcome::failed)},
                                  {"cancelled", count(report, outcome::cancelled)},
                                  {"skipped", 0}}},
                                {"rows", std::move(rows)}};
  return result.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace faucet
