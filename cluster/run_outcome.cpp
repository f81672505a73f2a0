#include "cluster/run_outcome.hpp"

#include "actors/batch_counts.hpp"
#include "cluster/bounded_text.hpp"
#include "state/history/storable_text.hpp"
#include "state/json_text.hpp"

namespace faucet {

namespace {

/// A run of many children must not become a record that nobody can carry.
constexpr size_t most_failures = 10;
constexpr size_t most_error_bytes = 4096; ///< of one failure
constexpr size_t most_invocations = 1000;

const char* status_of(outcome how) noexcept {
  switch (how) {
    case outcome::completed:
      return "succeeded";
    case outcome::skipped:
      return "skipped";
    case outcome::failed:
    case outcome::cancelled:
      break;
  }
  return "failed";
}

std::string error_of(const invocation_report& x) {
  if (x.how == outcome::cancelled) {
    return "cancelled";
  }
  return x.failure.code == ec::none && x.failure.what.empty()
           ? ""
           : bounded_text(render(x.failure), most_error_bytes);
}

std::string invocation(const invocation_report& x) {
  auto error = error_of(x);
  json_object_writer result;
  result.text("row_id", x.row)
    .json("parent_record_key", x.parent_key ? json_of(storable_text(*x.parent_key)) : "null")
    .number("records_written", x.records_out)
    .number("duration_ms", static_cast<uint64_t>(x.elapsed.count()))
    .text_or_null("error", error)
    .text("status", status_of(x.how));
  if (!x.run_id.empty()) {
    result.text("run_id", x.run_id);
  }
  result.json("batches", to_json(batches_of(x.pages)));
  return std::move(result).finish();
}

} // namespace

std::string failures_of(const run_report& report) {
  std::string result;
  size_t failed = 0;
  for (const auto& x : report.invocations) {
    if (x.how == outcome::failed && ++failed <= most_failures) {
      result += (result.empty() ? "" : "; ") + storable_text(label_of(x)) + ": " + error_of(x);
    }
  }
  if (failed > most_failures) {
    result += "; and " + std::to_string(failed - most_failures) + " more failed";
  }
  return result;
}

run_end end_of(const run_hold& hold, const run_report& report) {
  run_end result{.hold = hold, .error = failures_of(report)};
  uint64_t written = 0;
  size_t listed = 0;
  std::string invocations;
  for (const auto& x : report.invocations) {
    written += x.records_out;
    if (++listed <= most_invocations) {
      invocations += (invocations.empty() ? "" : ",") + invocation(x);
    }
  }
  json_object_writer summary;
  summary.number("records_written", written).json("invocations", "[" + invocations + "]");
  if (listed > most_invocations) {
    summary.number("invocations_not_listed", listed - most_invocations);
  }
  result.outcome = std::move(summary).finish();
  switch (report.how()) {
    case outcome::failed:
      result.status = run_status::failed;
      break;
    case outcome::cancelled:
      result.status = run_status::cancelled;
      break;
    case outcome::completed:
    case outcome::skipped:
      result.status = run_status::completed;
      break;
  }
  return result;
}

} // namespace faucet
