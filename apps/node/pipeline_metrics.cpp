#include "apps/node/pipeline_metrics.hpp"

#include <prometheus/counter.h>
#include <prometheus/histogram.h>

#include <set>
#include <string>
#include <utility>

namespace faucet {

namespace {

using counters = prometheus::Family<prometheus::Counter>;
using histograms = prometheus::Family<prometheus::Histogram>;
using labels = prometheus::Labels;

counters& counter(prometheus::Registry& registry, const char* name, const char* help) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(registry);
}

labels with(labels x, const char* name, std::string value) {
  x.emplace(name, std::move(value));
  return x;
}

} // namespace

struct pipeline_metrics::families {
  explicit families(prometheus::Registry& to)
    : runs(counter(to, "faucet_pipeline_runs_total", "Runs of rows that have ended")),
      source_records(counter(to, "faucet_source_records_total", "Records read")),
      source_errors(counter(to, "faucet_source_errors_total", "Runs of rows that a source failed")),
      transform_errors(
        counter(to, "faucet_transform_errors_total", "Runs of rows that a transform failed")),
      sink_records(counter(to, "faucet_sink_records_total", "Records written")),
      sink_writes(counter(to, "faucet_sink_writes_total", "Pages given to a sink")),
      sink_errors(counter(to, "faucet_sink_errors_total", "Runs of rows that a sink failed")),
      letters(counter(to, "faucet_sink_dlq_records_total", "Records that went to dead letters")),
      state_errors(
        counter(to, "faucet_state_errors_total", "Runs of rows that a state store failed")),
      batches(counter(to, "faucet_batch_outcomes_total", "What became of pages at their sink")),
      durations(prometheus::BuildHistogram()
                  .Name("faucet_pipeline_run_duration_seconds")
                  .Help("How long runs of rows took")
                  .Register(to)) {
    // nop
  }

  counters& runs;
  counters& source_records;
  counters& source_errors;
  counters& transform_errors;
  counters& sink_records;
  counters& sink_writes;
  counters& sink_errors;
  counters& letters;
  counters& state_errors;
  counters& batches;
  histograms& durations;
  std::set<std::pair<std::string, std::string>> rows;
};

pipeline_metrics::pipeline_metrics(prometheus::Registry& registry)
  : families_(std::make_unique<families>(registry)) {
  // nop
}

pipeline_metrics::~pipeline_metrics() = default;

void pipeline_metrics::add(const run_report& report) {
  for (const auto& x : report.invocations) {
    if (x.how != outcome::skipped) {
      add(report.pipeline, x);
    }
  }
}

void pipeline_metrics::add(const std::string& pipeline, const invocation_report& x) {
  auto& all = *families_;
  std::pair where{pipeline, x.row};
  if (all.rows.size() >= most_rows && all.rows.count(where) == 0) {
    where = {"<other>", "<other>"};
  }
  all.rows.insert(where);
  labels row{{"pipeline", where.first}, {"row", where.second}};
  auto source = with(row, "connector", x.source);
  auto sink = with(row, "connector", x.sink);
  auto both = with(with(row, "source", x.source), "sink", x.sink);
  auto failed = x.how == outcome::failed;
  std::string kind = to_string(x.failure.code);

  auto run = with(both, "status", failed ? "err" : "ok");
  all.runs.Add(failed ? with(run, "kind", kind) : run).Increment();
  all.durations.Add(both, long_times).Observe(std::chrono::duration<double>(x.elapsed).count());
  all.source_records.Add(source).Increment(static_cast<double>(x.records_in));
  all.sink_records.Add(sink).Increment(static_cast<double>(x.records_out));
  all.sink_writes.Add(sink).Increment(static_cast<double>(x.pages.attempted));
  all.letters.Add(sink).Increment(static_cast<double>(x.dead_letters));
  auto pages = with(row, "sink", x.sink);
  auto count = [&](const char* what, uint64_t number) {
    all.batches.Add(with(pages, "outcome", what)).Increment(static_cast<double>(number));
  };
  count("committed", x.pages.committed);
  count("dlq_partial", x.pages.partial);
  count("dlq_all", x.pages.dead);
  count("failed", x.pages.failed);
  if (!failed) {
    return;
  }
  switch (x.failure.code) {
    case ec::source_failed:
      all.source_errors.Add(with(source, "kind", kind)).Increment();
      break;
    case ec::transform_failed:
      all.transform_errors.Add(row).Increment();
      break;
    case ec::sink_failed:
      all.sink_errors.Add(with(sink, "kind", kind)).Increment();
      break;
    case ec::state_failed:
    case ec::state_conflict:
      all.state_errors.Add(with(row, "kind", kind)).Increment();
      break;
    default:
      break;
  }
}

} // namespace faucet
