#pragma once

#include "actors/reports.hpp"

#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <memory>

namespace faucet {

/// What pipelines did, by pipeline and row. Not used by two threads at once.
class pipeline_metrics {
public:
  /// Pipelines and rows that are told apart; what comes later counts as one.
  static constexpr size_t most_rows = 1000;

  /// The registry must outlive it.
  explicit pipeline_metrics(prometheus::Registry& registry);

  ~pipeline_metrics();

  void add(const run_report& report);

private:
  struct families;

  void add(const std::string& pipeline, const invocation_report& x);

  std::unique_ptr<families> families_;
};

/// Bounds, in seconds, of what is over soon and of what may last for hours.
inline const prometheus::Histogram::BucketBoundaries short_times{.001, .005, .01, .05, .1, .5,
                                                                 1,    5,    10,  30,  60, 300};
inline const prometheus::Histogram::BucketBoundaries long_times{
  .1, 1, 5, 10, 30, 60, 300, 900, 1800, 3600, 7200, 21600, 86400};

} // namespace faucet
