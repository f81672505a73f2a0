#include "apps/node/gateway/api_routes.hpp"

#include "apps/node/gateway/accept_run.hpp"
#include "apps/node/gateway/end_runs.hpp"
#include "apps/node/gateway/show_history.hpp"
#include "apps/node/gateway/show_logs.hpp"
#include "apps/node/gateway/show_node.hpp"
#include "apps/node/gateway/show_runs.hpp"

#include <array>

namespace faucet {

namespace {

constexpr std::array table{
  api_route{
    .at = {"GET", "/healthz"}, .least = {}, .summary = "Whether the process answers.", .reply = ""},
  api_route{.at = {"GET", "/readyz"},
            .least = {},
            .summary = "Whether the node takes runs, and who else is in its cluster.",
            .reply = "Readiness",
            .handler = show_readiness},
  api_route{.at = {"GET", "/metrics"},
            .least = {},
            .summary = "Metrics in the text format of Prometheus.",
            .reply = "Text"},
  api_route{.at = {"GET", "/openapi.yaml"},
            .least = role::viewer,
            .summary = "This description.",
            .reply = "Text",
            .handler = show_openapi},
  api_route{.at = {"POST", "/v1/runs"},
            .least = role::operator_,
            .action = "run.submit",
            .summary = "Submits a run. What is answered with 202 is stored.",
            .reply = "Accepted",
            .status = 202,
            .handler = accept_run},
  api_route{.at = {"GET", "/v1/runs"},
            .least = role::viewer,
            .summary = "Lists runs, newest first.",
            .parameters = "status name name_contains since until pool label labels submitted_by "
                          "mine counts limit cursor",
            .reply = "RunList",
            .handler = list_runs},
  api_route{.at = {"GET", "/v1/runs/{id}"},
            .least = role::viewer,
            .summary = "Shows one run.",
            .reply = "Run",
            .handler = show_run},
  api_route{.at = {"DELETE", "/v1/runs/{id}"},
            .least = role::admin,
            .action = "run.delete",
            .summary = "Forgets a run that has ended.",
            .reply = "",
            .status = 204,
            .handler = delete_run},
  api_route{.at = {"POST", "/v1/runs/{id}/cancel"},
            .least = role::operator_,
            .action = "run.cancel",
            .summary = "Asks for the end of a run; 200 where it had ended already.",
            .reply = "Cancelled",
            .status = 202,
            .handler = cancel_run},
  api_route{.at = {"GET", "/v1/runs/{id}/config"},
            .least = role::viewer,
            .action = "run.config",
            .summary = "Shows the pipeline of a run; credentials are hidden from all but admins.",
            .reply = "Config",
            .handler = show_config},
  api_route{.at = {"GET", "/v1/runs/{id}/events"},
            .least = role::viewer,
            .summary = "Lists what happened to a run, oldest first.",
            .parameters = "after limit",
            .reply = "EventList",
            .handler = show_events},
  api_route{.at = {"GET", "/v1/runs/{id}/logs"},
            .least = role::viewer,
            .summary = "Streams what a run logs as server-sent events; with `format=jsonl|text` "
                       "the lines that are stored.",
            .parameters = "format after limit",
            .reply = "Text",
            .handler = show_logs},
  api_route{.at = {"GET", "/v1/audit"},
            .least = role::admin,
            .summary = "Lists who did what, newest first.",
            .parameters = "principal action run_id before limit",
            .reply = "AuditList",
            .handler = show_audit},
  api_route{.at = {"GET", "/v1/whoami"},
            .least = role::viewer,
            .summary = "Whose token this is.",
            .reply = "Principal",
            .handler = show_principal},
  api_route{.at = {"GET", "/v1/schemas"},
            .least = role::viewer,
            .summary = "JSON Schemas of a pipeline and of everything that it may name.",
            .reply = "Schemas",
            .handler = show_schemas},
};

router make_router() {
  std::array<route, table.size()> places;
  for (size_t i = 0; i < table.size(); ++i) {
    places[i] = table[i].at;
  }
  return router{places};
}

} // namespace

std::span<const api_route> api_routes() {
  return table;
}

const router& api_router() {
  static const auto result = make_router();
  return result;
}

} // namespace faucet
