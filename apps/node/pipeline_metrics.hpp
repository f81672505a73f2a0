#pragma once

#include "apps/node/kept_row.hpp"

#include <prometheus/metric_family.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

namespace faucet {

/// What pipelines did and do, by pipeline, row and the types of its source and sink. May be used
/// from any thread.
class pipeline_metrics {
public:
  /// Rows that are told apart; what comes later counts as one.
  static constexpr size_t most_rows = 500;

  /// Where the invocations of a row count while they run.
  std::shared_ptr<row_tally> tally_of(const tallied_row& row);

  /// What a run came to.
  void add(const run_report& report);

  /// All of it. What a row can count stands there from its first run on, at zero.
  [[nodiscard]] std::vector<prometheus::MetricFamily> collect();

private:
  using place = std::tuple<std::string, std::string, std::string, std::string>;

  /// Of the row that these are the names and types of.
  kept_row& at(tallied_row row);

  std::mutex mutex_;
  std::map<place, kept_row> rows_;
};

} // namespace faucet
