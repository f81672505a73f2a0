#include "apps/node/metric_families.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

namespace faucet {

namespace {

using prometheus::MetricType;

struct known_family {
  const char* name;
  MetricType type;
  const char* help;
};

constexpr std::array known{
  known_family{"faucet_pipeline_runs_total", MetricType::Counter, "Runs of rows that have ended"},
  known_family{"faucet_pipeline_run_duration_seconds", MetricType::Histogram,
               "How long runs of rows took"},
  known_family{"faucet_pipeline_in_flight", MetricType::Gauge, "Runs of rows that are under way"},
  known_family{"faucet_pipeline_start_time_unix_seconds", MetricType::Gauge,
               "When the newest run of a row began"},
  known_family{"faucet_pipeline_last_bookmark_unix_seconds", MetricType::Gauge,
               "When the newest bookmark was stored; 0 = none since this node started"},
  known_family{"faucet_pipeline_seconds_since_last_bookmark", MetricType::Gauge,
               "For how long a run that is under way has stored no bookmark"},
  known_family{"faucet_pipeline_pages_skipped_total", MetricType::Counter,
               "Pages that a sink had committed already"},
  known_family{"faucet_batch_outcomes_total", MetricType::Counter,
               "What became of pages at their sink, in runs that have ended"},
  known_family{"faucet_rows_unaccounted_total", MetricType::Counter,
               "Records of which nobody knows what became of them"},
  known_family{"faucet_source_records_total", MetricType::Counter, "Records read"},
  known_family{"faucet_source_pages_total", MetricType::Counter, "Pages read"},
  known_family{"faucet_source_errors_total", MetricType::Counter, "Failures of sources"},
  known_family{"faucet_source_page_duration_seconds", MetricType::Histogram,
               "How long pages took to be read"},
  known_family{"faucet_source_replication_key_missing_total", MetricType::Counter,
               "Records without the key that an incremental run goes by"},
  known_family{"faucet_transform_records_in_total", MetricType::Counter,
               "Records given to transforms"},
  known_family{"faucet_transform_records_out_total", MetricType::Counter,
               "Records that came of transforms"},
  known_family{"faucet_transform_errors_total", MetricType::Counter, "Failures of transforms"},
  known_family{"faucet_sink_records_total", MetricType::Counter, "Records that sinks accepted"},
  known_family{"faucet_sink_writes_total", MetricType::Counter, "Pages given to sinks"},
  known_family{"faucet_sink_errors_total", MetricType::Counter, "Failures of sinks"},
  known_family{"faucet_sink_write_duration_seconds", MetricType::Histogram,
               "How long pages took to be written"},
  known_family{"faucet_sink_flush_duration_seconds", MetricType::Histogram,
               "How long sinks took to make durable what they had"},
  known_family{"faucet_sink_dlq_records_total", MetricType::Counter,
               "Records that went to dead letters"},
  known_family{"faucet_sink_dlq_pages_total", MetricType::Counter,
               "Pages of which records went to dead letters"},
  known_family{"faucet_sink_dlq_errors_total", MetricType::Counter,
               "Failures of sinks of dead letters"},
  known_family{"faucet_sink_dlq_budget_exceeded_total", MetricType::Counter,
               "Runs of rows with more dead letters than they may have"},
  known_family{"faucet_state_get_total", MetricType::Counter, "Bookmarks asked for"},
  known_family{"faucet_state_get_duration_seconds", MetricType::Histogram,
               "How long it took to take the lease of a row and read its bookmark"},
  known_family{"faucet_state_put_total", MetricType::Counter, "Bookmarks stored"},
  known_family{"faucet_state_put_duration_seconds", MetricType::Histogram,
               "How long bookmarks took to be stored"},
  known_family{"faucet_state_delete_total", MetricType::Counter, "Older keys removed"},
  known_family{"faucet_state_delete_duration_seconds", MetricType::Histogram,
               "How long it took to move bookmarks from older keys"},
  known_family{"faucet_state_errors_total", MetricType::Counter, "Failures of state stores"},
  known_family{"faucet_state_key_migrations_total", MetricType::Counter,
               "Bookmarks found under older keys"},
};

using text_map = std::map<std::string, std::string>;

text_map with(text_map x, const char* name, std::string value) {
  x.emplace(name, std::move(value));
  return x;
}

text_map row_of(const tallied_row& x) {
  return {{"pipeline", x.pipeline}, {"row", x.row}};
}

/// Whatever threw was not written by whoever wrote the pipeline.
std::string kind_of(ec code) {
  return code == ec::internal ? "Panic" : to_string(code);
}

} // namespace

metric_families::metric_families() {
  for (const auto& x : known) {
    families_.emplace(x.name, family{{x.name, x.help, x.type, {}}, {}});
  }
}

void metric_families::add(const kept_row& row, int64_t now) {
  add_runs(row, now);
  add_source(row);
  add_transforms(row);
  add_sink(row);
  if (!row.name.letters.empty()) {
    add_letters(row);
  }
  if (row.name.remembers) {
    add_store(row);
  }
}

std::vector<prometheus::MetricFamily> metric_families::finish() && {
  std::vector<prometheus::MetricFamily> result;
  for (const auto& x : known) {
    auto& [head, all] = families_.at(x.name);
    for (auto& [which, one] : all) {
      for (const auto& [label, value] : which) {
        one.label.push_back({label, value});
      }
      head.metric.push_back(std::move(one));
    }
    result.push_back(std::move(head));
  }
  return result;
}

// -- of one row, by who counts --------------------------------------------------

void metric_families::add_runs(const kept_row& row, int64_t now) {
  auto where = row_of(row.name);
  auto both = with(with(where, "source", row.name.source), "sink", row.name.sink);
  count("faucet_pipeline_runs_total", with(both, "status", "ok"), row.succeeded);
  for (const auto& [kind, runs] : row.failed) {
    count("faucet_pipeline_runs_total", with(with(both, "status", "err"), "kind", kind), runs);
  }
  times("faucet_pipeline_run_duration_seconds", both, *row.durations);

  const auto& tally = *row.tally;
  auto under_way = tally.under_way.load();
  auto began = tally.started_at.load();
  auto bookmarked = tally.bookmarked_at.load();
  series("faucet_pipeline_in_flight", where).gauge.value += static_cast<double>(under_way);
  greatest("faucet_pipeline_start_time_unix_seconds", where, began);
  greatest("faucet_pipeline_last_bookmark_unix_seconds", where, bookmarked);
  auto waits = under_way > 0 && row.name.bookmarks ? now - std::max(began, bookmarked) : 0;
  greatest("faucet_pipeline_seconds_since_last_bookmark", where, waits);
  count("faucet_pipeline_pages_skipped_total", where, 0);
  count("faucet_rows_unaccounted_total", where, 0);

  auto pages = with(where, "sink", row.name.sink);
  const std::pair<const char*, uint64_t> outcomes[]{{"committed", row.pages.committed},
                                                    {"dlq_partial", row.pages.partial},
                                                    {"dlq_all", row.pages.dead},
                                                    {"failed", row.pages.failed}};
  for (const auto& [what, number] : outcomes) {
    count("faucet_batch_outcomes_total", with(pages, "outcome", what), number);
  }
}

void metric_families::add_source(const kept_row& row) {
  const auto& tally = *row.tally;
  auto where = with(row_of(row.name), "connector", row.name.source);
  count("faucet_source_records_total", where, tally.source_records.value());
  count("faucet_source_pages_total", where, tally.source_pages.value());
  failures("faucet_source_errors_total", where, tally.source_failures, ec::source_failed);
  times("faucet_source_page_duration_seconds", where, tally.source_times);
  count("faucet_source_replication_key_missing_total", where, tally.keyless.value());
}

void metric_families::add_transforms(const kept_row& row) {
  const auto& tally = *row.tally;
  auto where = row_of(row.name);
  count("faucet_transform_records_in_total", where, tally.transformed_in.value());
  count("faucet_transform_records_out_total", where, tally.transformed_out.value());
  count("faucet_transform_errors_total", where, tally.transform_failures.all());
}

void metric_families::add_sink(const kept_row& row) {
  const auto& tally = *row.tally;
  auto where = with(row_of(row.name), "connector", row.name.sink);
  count("faucet_sink_records_total", where, tally.sink_records.value());
  count("faucet_sink_writes_total", where, tally.sink_writes.value());
  failures("faucet_sink_errors_total", where, tally.sink_failures, ec::sink_failed);
  times("faucet_sink_write_duration_seconds", where, tally.write_times);
  times("faucet_sink_flush_duration_seconds", where, tally.flush_times);
}

void metric_families::add_letters(const kept_row& row) {
  const auto& tally = *row.tally;
  auto where =
    with(with(row_of(row.name), "connector", row.name.sink), "dlq_connector", row.name.letters);
  count("faucet_sink_dlq_records_total", where, tally.letters.value());
  count("faucet_sink_dlq_pages_total", with(where, "reason", "partial"),
        tally.partial_pages.value());
  count("faucet_sink_dlq_pages_total", with(where, "reason", "dlq_all"), tally.dead_pages.value());
  failures("faucet_sink_dlq_errors_total", where, tally.letter_failures, ec::sink_failed);
  count("faucet_sink_dlq_budget_exceeded_total", where, tally.budgets_exceeded.value());
}

void metric_families::add_store(const kept_row& row) {
  const auto& gets = row.tally->gets;
  const auto& puts = row.tally->puts;
  const auto& removals = row.tally->removals;
  auto where = row_of(row.name);
  count("faucet_state_get_total", with(where, "outcome", "hit"), gets.hits.value());
  count("faucet_state_get_total", with(where, "outcome", "miss"), gets.misses.value());
  times("faucet_state_get_duration_seconds", where, gets.times);
  count("faucet_state_put_total", where, puts.done.value());
  times("faucet_state_put_duration_seconds", where, puts.times);
  count("faucet_state_delete_total", where, removals.done.value());
  times("faucet_state_delete_duration_seconds", where, removals.times);
  failures("faucet_state_errors_total", with(where, "op", "get"), gets.failures, ec::state_failed);
  failures("faucet_state_errors_total", with(where, "op", "put"), puts.failures, ec::state_failed);
  failures("faucet_state_errors_total", with(where, "op", "delete"), removals.failures,
           ec::state_failed);
  count("faucet_state_key_migrations_total", with(where, "outcome", "moved"),
        row.tally->keys_moved.value());
  count("faucet_state_key_migrations_total", with(where, "outcome", "raced"),
        row.tally->keys_raced.value());
}

// -- one series -----------------------------------------------------------------

prometheus::ClientMetric& metric_families::series(std::string_view name, const labels& which) {
  return families_.at(name).series[which];
}

void metric_families::count(std::string_view name, const labels& which, uint64_t more) {
  series(name, which).counter.value += static_cast<double>(more);
}

void metric_families::greatest(std::string_view name, const labels& which, int64_t value) {
  auto& gauge = series(name, which).gauge;
  gauge.value = std::max(gauge.value, static_cast<double>(value));
}

void metric_families::times(std::string_view name, const labels& which,
                            const duration_tally& more) {
  auto& into = series(name, which).histogram;
  auto bounds = more.bounds();
  into.bucket.resize(bounds.size() + 1);
  uint64_t below = 0;
  for (size_t i = 0; i <= bounds.size(); ++i) {
    below += more.within(i);
    into.bucket[i].cumulative_count += below;
    into.bucket[i].upper_bound =
      i < bounds.size() ? bounds[i] : std::numeric_limits<double>::infinity();
  }
  into.sample_count += below;
  into.sample_sum += more.seconds();
}

void metric_families::failures(std::string_view name, const labels& which,
                               const failure_tally& more, ec likeliest) {
  count(name, with(which, "kind", kind_of(likeliest)), 0);
  for (size_t i = 0; i < failure_tally::codes; ++i) {
    auto code = static_cast<ec>(i);
    if (auto failed = more.of(code); failed > 0) {
      count(name, with(which, "kind", kind_of(code)), failed);
    }
  }
}

} // namespace faucet
