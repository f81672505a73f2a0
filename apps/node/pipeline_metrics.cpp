#include "apps/node/pipeline_metrics.hpp"

#include "apps/node/metric_families.hpp"

namespace faucet {

std::shared_ptr<row_tally> pipeline_metrics::tally_of(const tallied_row& row) {
  std::lock_guard guard{mutex_};
  return at(row).tally;
}

void pipeline_metrics::add(const run_report& report) {
  std::lock_guard guard{mutex_};
  for (const auto& x : report.invocations) {
    if (x.how == outcome::skipped) {
      continue;
    }
    auto& row = at({.pipeline = report.pipeline, .row = x.row, .source = x.source, .sink = x.sink});
    if (x.how == outcome::failed) {
      ++row.failed[to_string(x.failure.code)];
    } else {
      ++row.succeeded;
    }
    row.durations->add(x.elapsed);
    row.pages.committed += x.pages.committed;
    row.pages.partial += x.pages.partial;
    row.pages.dead += x.pages.dead;
    row.pages.failed += x.pages.failed;
  }
}

std::vector<prometheus::MetricFamily> pipeline_metrics::collect() {
  std::lock_guard guard{mutex_};
  metric_families result;
  for (const auto& [where, row] : rows_) {
    result.add(row, under_way_mark::now());
  }
  return std::move(result).finish();
}

kept_row& pipeline_metrics::at(tallied_row row) {
  place here{row.pipeline, row.row, row.source, row.sink};
  if (rows_.size() >= most_rows && rows_.find(here) == rows_.end()) {
    row.pipeline = row.row = "<other>";
    here = {row.pipeline, row.row, row.source, row.sink};
  }
  auto& result = rows_[here];
  if (!row.letters.empty()) {
    result.name.letters = row.letters;
  }
  row.letters = result.name.letters;
  row.remembers |= result.name.remembers;
  row.bookmarks |= result.name.bookmarks;
  result.name = std::move(row);
  return result;
}

} // namespace faucet
