#pragma once

#include "apps/node/gateway/access.hpp"
#include "apps/node/gateway/cluster_door.hpp"
#include "apps/node/gateway/log_streams.hpp"
#include "apps/node/gateway/pipeline_check.hpp"
#include "apps/node/gateway/queue_room.hpp"
#include "apps/node/http/exchange.hpp"
#include "config/json_schema.hpp"
#include "config/node.hpp"
#include "state/history/open_history.hpp"
#include "state/sealing/vault.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// How the control plane of a node behaves.
struct control_settings {
  bool clustered = false;                         ///< runs wait as `pending` for any member
  uint64_t max_queued_runs = 64;                  ///< waiting ones of the whole cluster; 429 beyond
  std::chrono::seconds idempotency_window{86400}; ///< 0: every submission is a new run

  /// Who has let itself be heard of within that time lives; as the member's own.
  std::chrono::milliseconds member_window{std::chrono::seconds{30}};

  std::optional<node> default_config;      ///< a map, laid under every submitted pipeline
  std::vector<std::string> cors_origins;   ///< that browsers may ask from
  std::vector<std::string> callback_hosts; ///< the only ones, where there are any

  /// Names that a Host header may bear, without ports; none: any. Set it where everybody is an
  /// admin, since a page in a browser may have any name lead here.
  std::vector<std::string> allowed_hosts;

  /// Whose pages may change anything, beside `cors_origins`; none: where there are `allowed_hosts`
  /// the node's own, with the scheme, host and port that the request goes to; else anybody's.
  std::vector<std::string> allowed_origins;
};

/// The path of a request that no route is for, or that cannot be understood.
constexpr std::string_view unmatched_path = "<unmatched>";

/// What became of one request, for counters and logs.
struct request_note {
  std::string_view method;
  std::string_view path; ///< of the route, "/v1/runs/{id}"
  unsigned status = 0;
  std::chrono::nanoseconds took{0};
};

/// What all desks of one node share. Everything in it may be used from several threads at once.
struct control_parts {
  control_settings settings;
  std::shared_ptr<cluster_door> door;
  std::shared_ptr<access_control> access;
  std::shared_ptr<log_streams> streams;
  std::shared_ptr<queue_room> room = std::make_shared<queue_room>();
  pipeline_check check;
  pipeline_probe probe;
  std::shared_ptr<const vault> keys; ///< none: configs are stored as they were submitted
  described_types types;             ///< what `/v1/schemas` shows

  /// The text of `/metrics`.
  std::function<std::string()> metrics;
  /// Told of each request once it is answered; may be empty.
  std::function<void(const request_note&)> note;
  /// Told of a submission that an earlier one has answered; may be empty.
  std::function<void()> note_replay;
  /// Told of a run that was cancelled while it waited, so that nobody else ends it; may be empty.
  std::function<void()> note_cancelled;
  /// Gets what only whoever runs the node may read: details of internal errors. May be empty.
  std::function<void(const std::string&)> log;
};

/// Answers the requests of a node, one after another, blocking; one thread at a time uses it. A
/// node has several, each with a connection to the history of its own.
class control_plane {
public:
  /// The history must outlive it.
  control_plane(std::shared_ptr<const control_parts> parts, history& kept);

  ~control_plane();

  /// Answers, whatever happens; a stream of logs goes on by itself.
  void serve(const http_request& request, const std::shared_ptr<http_exchange>& exchange);

private:
  class impl;

  std::unique_ptr<impl> impl_;
};

/// Looks at a request before its body is read, without the history: replies to what is open to all
/// (/healthz, /readyz unless it must be counted, /metrics, OPTIONS), and refuses what leads
/// nowhere, comes without a token or is of another type than JSON. For the server's thread.
http_screen make_screen(std::shared_ptr<const control_parts> parts);

} // namespace faucet
