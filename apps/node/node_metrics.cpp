#include "apps/node/node_metrics.hpp"

#include "apps/node/pipeline_metrics.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <mutex>

namespace faucet {

namespace {

using counters = prometheus::Family<prometheus::Counter>;
using gauges = prometheus::Family<prometheus::Gauge>;
using histograms = prometheus::Family<prometheus::Histogram>;

constexpr std::array methods{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};

/// Whoever asks chooses the method: only those that mean something are told apart.
std::string known_method(std::string_view method) {
  auto is_known = std::ranges::find(methods, method) != methods.end();
  return is_known ? std::string{method} : "<other>";
}

const prometheus::Histogram::BucketBoundaries short_bounds{short_times.begin(), short_times.end()};

double seconds(std::chrono::duration<double> x) {
  return x.count();
}

} // namespace

struct node_metrics::impl {
  explicit impl(bool clustered) {
    cluster_enabled.Set(clustered ? 1 : 0);
    build.Add({{"version", FAUCET_VERSION}}).Set(1);
    seed();
  }

  /// All that can be known before it happens, so that the first scrape sees it.
  void seed() {
    const std::pair<const char*, const char*> ends[]{
      {"completed", "ok"},           {"failed", "error"},        {"failed", "timeout"},
      {"failed", "server_shutdown"}, {"cancelled", "cancelled"}, {"failed", "pool_unavailable"},
    };
    for (const auto& [status, reason] : ends) {
      runs.Add({{"status", status}, {"reason", reason}});
    }
    for (const auto* outcome : {"requeued", "failed"}) {
      reclaims.Add({{"outcome", outcome}});
      shard_reclaims.Add({{"outcome", outcome}});
    }
    for (const auto* verdict : {"dead", "doubt"}) {
      verdicts.Add({{"verdict", verdict}});
    }
    pending.Add({{"pool", default_pool}});
  }

  gauges& gauge_family(const char* name, const char* help) {
    return prometheus::BuildGauge().Name(name).Help(help).Register(registry);
  }

  prometheus::Gauge& gauge(const char* name, const char* help) {
    return gauge_family(name, help).Add({});
  }

  counters& counter_family(const char* name, const char* help) {
    return prometheus::BuildCounter().Name(name).Help(help).Register(registry);
  }

  prometheus::Counter& counter(const char* name, const char* help) {
    return counter_family(name, help).Add({});
  }

  histograms& histogram_family(const char* name, const char* help) {
    return prometheus::BuildHistogram().Name(name).Help(help).Register(registry);
  }

  prometheus::Histogram& histogram(const char* name, const char* help) {
    return histogram_family(name, help).Add({}, short_bounds);
  }

  std::mutex mutex; ///< over the pools
  prometheus::Registry registry;
  pipeline_metrics pipelines;
  std::map<std::string, prometheus::Gauge*> pools;

  gauges& build = gauge_family("faucet_build_info", "The version of this program");
  counters& requests = counter_family("faucet_serve_requests_total", "HTTP requests answered");
  histograms& request_times =
    histogram_family("faucet_serve_request_duration_seconds", "How long HTTP requests took");
  prometheus::Gauge& queued = gauge("faucet_serve_runs_queued", "Runs that wait on a single node");
  prometheus::Gauge& in_flight =
    gauge("faucet_serve_runs_in_flight", "Runs that this node executes");
  counters& runs = counter_family("faucet_serve_runs_total", "Runs that this node has ended");
  prometheus::Counter& replays =
    counter("faucet_serve_idempotency_hits_total", "Submissions that an earlier one has answered");
  prometheus::Gauge& degraded =
    gauge("faucet_serve_history_degraded", "1 while the history is kept in memory: never here");
  prometheus::Gauge& unreachable = gauge("faucet_serve_history_unreachable",
                                         "1 while the history did not answer the last heartbeat");
  prometheus::Gauge& cluster_enabled = gauge("faucet_serve_cluster_enabled", "1 with --cluster");
  prometheus::Gauge& instances =
    gauge("faucet_serve_cluster_instances", "Members of the cluster that live");
  prometheus::Counter& claims =
    counter("faucet_serve_runs_claimed_total", "Runs that this node has claimed");
  prometheus::Histogram& claim_waits = histogram(
    "faucet_serve_claim_latency_seconds", "How long runs waited until this node claimed them");
  prometheus::Histogram& cancel_waits =
    histogram("faucet_serve_cancel_latency_seconds",
              "How long runs of this node went on after somebody wanted them cancelled");
  counters& reclaims = counter_family("faucet_serve_runs_reclaimed_total",
                                      "Runs that this node took from owners who are gone");
  gauges& pending =
    gauge_family("faucet_serve_runs_pending", "Runs of the cluster that nobody has claimed");
  prometheus::Counter& shard_claims =
    counter("faucet_serve_shards_claimed_total", "Shards that this node has claimed");
  counters& shard_reclaims =
    counter_family("faucet_serve_shards_reclaimed_total", "Shards taken from owners who are gone");
  prometheus::Gauge& links =
    gauge("faucet_serve_mesh_links", "Other nodes that this node has a link to");
  counters& link_changes = counter_family("faucet_serve_mesh_connections_total",
                                          "Links to other nodes that were made, or were lost");
  prometheus::Counter& links_made = link_changes.Add({{"event", "made"}});
  prometheus::Counter& links_lost = link_changes.Add({{"event", "lost"}});
  counters& messages = counter_family("faucet_serve_mesh_messages_total",
                                      "Messages that passed over links to other nodes");
  prometheus::Counter& messages_sent = messages.Add({{"direction", "sent"}});
  prometheus::Counter& messages_received = messages.Add({{"direction", "received"}});
  counters& verdicts = counter_family("faucet_serve_mesh_verdicts_total",
                                      "What was found of nodes whose link had dropped");
  prometheus::Counter& purged =
    counter("faucet_serve_run_logs_purged_total", "Lines of logs that this node has deleted");
};

node_metrics::node_metrics(bool clustered) : impl_(std::make_unique<impl>(clustered)) {
  // nop
}

node_metrics::~node_metrics() = default;

// -- of runs --------------------------------------------------------------------

void node_metrics::claimed(const std::vector<claimed_run>& runs) {
  impl_->claims.Increment(static_cast<double>(runs.size()));
  for (const auto& run : runs) {
    impl_->claim_waits.Observe(seconds(run.waited));
  }
}

void node_metrics::reclaimed(size_t requeued, size_t failed) {
  impl_->reclaims.Add({{"outcome", "requeued"}}).Increment(static_cast<double>(requeued));
  impl_->reclaims.Add({{"outcome", "failed"}}).Increment(static_cast<double>(failed));
  ended(run_status::failed, "error", failed);
}

void node_metrics::waiting(const std::vector<pool_backlog>& by_pool) {
  std::lock_guard guard{impl_->mutex};
  for (auto& [name, gauge] : impl_->pools) {
    gauge->Set(0);
  }
  for (const auto& x : by_pool) {
    auto& gauge = impl_->pools[x.pool];
    gauge = &impl_->pending.Add({{"pool", x.pool}});
    gauge->Set(static_cast<double>(x.pending));
  }
}

void node_metrics::ended(run_status how, std::string_view reason, size_t runs) {
  impl_->runs.Add({{"status", to_string(how)}, {"reason", std::string{reason}}})
    .Increment(static_cast<double>(runs));
}

void node_metrics::ended_after_cancel(std::chrono::milliseconds wait) {
  impl_->cancel_waits.Observe(seconds(wait));
}

void node_metrics::linked(size_t nodes) {
  impl_->links.Set(static_cast<double>(nodes));
}

void node_metrics::link_changed(bool made) {
  (made ? impl_->links_made : impl_->links_lost).Increment();
}

void node_metrics::sent(size_t messages) {
  impl_->messages_sent.Increment(static_cast<double>(messages));
}

void node_metrics::received() {
  impl_->messages_received.Increment();
}

void node_metrics::judged(bool dead) {
  impl_->verdicts.Add({{"verdict", dead ? "dead" : "doubt"}}).Increment();
}

std::shared_ptr<row_tally> node_metrics::tally_of(const tallied_row& row) {
  return impl_->pipelines.tally_of(row);
}

void node_metrics::reported(const run_report& report) {
  impl_->pipelines.add(report);
}

// -- of the node ----------------------------------------------------------------

void node_metrics::requested(const request_note& note) {
  auto method = known_method(note.method);
  std::string path{note.path};
  impl_->requests.Add({{"method", method}, {"path", path}, {"status", std::to_string(note.status)}})
    .Increment();
  impl_->request_times.Add({{"method", method}, {"path", path}}, short_bounds)
    .Observe(seconds(note.took));
}

void node_metrics::replayed() {
  impl_->replays.Increment();
}

void node_metrics::queued(uint64_t runs) {
  impl_->queued.Set(static_cast<double>(runs));
}

void node_metrics::purged(uint64_t log_lines) {
  impl_->purged.Increment(static_cast<double>(log_lines));
}

std::string node_metrics::text(const node_view& now) {
  impl_->in_flight.Set(now.self.in_flight);
  impl_->instances.Set(static_cast<double>(std::max<size_t>(now.members.size(), 1)));
  impl_->unreachable.Set(now.history_answers ? 0 : 1);
  auto all = impl_->registry.Collect();
  std::ranges::move(impl_->pipelines.collect(), std::back_inserter(all));
  return prometheus::TextSerializer{}.Serialize(all);
}

} // namespace faucet
