#pragma once

#include "apps/node/kept_row.hpp"

#include <prometheus/metric_family.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// Writes down what rows of pipelines count, as Prometheus wants it. What several rows count under
/// the same labels is summed up.
class metric_families {
public:
  metric_families();

  /// `now` is in seconds of Unix.
  void add(const kept_row& row, int64_t now);

  [[nodiscard]] std::vector<prometheus::MetricFamily> finish() &&;

private:
  using labels = std::map<std::string, std::string>;
  using metric = prometheus::ClientMetric;

  struct family {
    prometheus::MetricFamily head;
    std::map<labels, metric> series;
  };

  // -- of one row, by who counts ----------------------------------------------

  void add_runs(const kept_row& row, int64_t now);
  void add_source(const kept_row& row);
  void add_transforms(const kept_row& row);
  void add_sink(const kept_row& row);
  void add_letters(const kept_row& row);
  void add_store(const kept_row& row);

  // -- one series -------------------------------------------------------------

  metric& series(std::string_view name, const labels& which);
  void count(std::string_view name, const labels& which, uint64_t more);
  /// A number of which, of several rows, the greatest is told.
  void greatest(std::string_view name, const labels& which, int64_t value);
  void times(std::string_view name, const labels& which, const duration_tally& more);
  /// By kind; where nothing has failed, with the kind that is likeliest.
  void failures(std::string_view name, const labels& which, const failure_tally& more,
                ec likeliest);

  std::map<std::string_view, family> families_;
};

} // namespace faucet
