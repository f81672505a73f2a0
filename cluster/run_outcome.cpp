#include "cluster/run_outcome.hpp"

#include "actors/batch_counts.hpp"
#include "state/json_text.hpp"

namespace faucet {

namespace {

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
  return x.failure.code == ec::none && x.failure.what.empty() ? "" : render(x.failure);
}

std::string invocation(const invocation_report& x) {
  auto error = error_of(x);
  json_object_writer result;
  result.text("row_id", x.row)
    .json("parent_record_key", x.parent_key ? json_of(*x.parent_key) : "null")
    .number("records_written", x.records_out)
    .number("duration_ms", static_cast<uint64_t>(x.elapsed.count()))
    .json("error", error.empty() ? "null" : json_of(error))
    .text("status", status_of(x.how));
  if (!x.run_id.empty()) {
    result.text("run_id", x.run_id);
  }
  result.json("batches", to_json(batches_of(x.pages)));
  return std::move(result).finish();
}

} // namespace

run_end end_of(const run_hold& hold, const run_report& report) {
  run_end result{.hold = hold};
  uint64_t written = 0;
  std::string invocations;
  for (const auto& x : report.invocations) {
    written += x.records_out;
    invocations += (invocations.empty() ? "" : ",") + invocation(x);
    if (x.how == outcome::failed) {
      result.error += (result.error.empty() ? "" : "; ") + label_of(x) + ": " + error_of(x);
    }
  }
  json_object_writer summary;
  summary.number("records_written", written).json("invocations", "[" + invocations + "]");
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
