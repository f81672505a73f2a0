#include "apps/program/probe_report.hpp"

#include "state/json_text.hpp"

namespace faucet {

namespace {

std::string probe_json(const probe& x) {
  json_object_writer out;
  out.text("role", x.role).text("connector", x.connector).text("name", x.name);
  out.text("status", to_string(x.status));
  if (!x.reason.empty()) {
    out.text("reason", x.reason);
  }
  out.number("elapsed_ms", x.elapsed_ms);
  if (!x.hint.empty()) {
    out.text("hint", x.hint);
  }
  return std::move(out).finish();
}

std::string row_json(const checked_row& x) {
  json_object_writer out;
  out.text("id", x.id).json("probes", json_list(x.probes, probe_json));
  if (!x.delivery.empty()) {
    out.text("delivery", x.delivery);
  }
  return std::move(out).finish();
}

} // namespace

const char* to_string(probe_status x) noexcept {
  switch (x) {
    case probe_status::pass:
      return "pass";
    case probe_status::fail:
      return "fail";
    case probe_status::skip:
      break;
  }
  return "skip";
}

check_counts count(const std::vector<checked_row>& rows) {
  check_counts result;
  for (const auto& row : rows) {
    for (const auto& x : row.probes) {
      result.passed += x.status == probe_status::pass ? 1 : 0;
      result.failed += x.status == probe_status::fail ? 1 : 0;
      result.skipped += x.status == probe_status::skip ? 1 : 0;
    }
  }
  return result;
}

std::string report_json(const std::string& config, const std::vector<checked_row>& rows,
                        uint64_t elapsed_ms) {
  auto counts = count(rows);
  json_object_writer summary;
  summary.number("passed", counts.passed).number("failed", counts.failed);
  summary.number("skipped", counts.skipped).number("elapsed_ms", elapsed_ms);
  json_object_writer out;
  out.text("config", config).json("invocations", json_list(rows, row_json));
  out.json("summary", std::move(summary).finish());
  return std::move(out).finish();
}

} // namespace faucet
