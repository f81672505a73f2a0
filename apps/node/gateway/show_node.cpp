#include "apps/node/gateway/show_node.hpp"

#include "apps/node/gateway/accept_run.hpp"
#include "apps/node/gateway/openapi.hpp"
#include "apps/node/gateway/readiness.hpp"

namespace faucet {

namespace {

std::string schemas_of(const std::vector<described_type>& types, std::string_view role) {
  json_object_writer result;
  for (const auto& x : types) {
    result.json(x.name, options_schema(x, role));
  }
  return std::move(result).finish();
}

} // namespace

api_expected<api_reply> show_readiness(const api_call& call) {
  auto view = call.parts.door->view();
  auto waiting = waiting_runs(call);
  if (!waiting) {
    view.history_answers = false;
  }
  auto has_room = !waiting || *waiting < call.parts.settings.max_queued_runs;
  return api_reply{readiness(view, call.parts.settings.clustered, has_room), {}};
}

api_expected<api_reply> show_principal(const api_call& call) {
  json_object_writer body;
  body.text("name", call.who.name).text("role", to_string(call.who.may));
  return json_reply(std::move(body));
}

api_expected<api_reply> show_schemas(const api_call& call) {
  const auto& types = call.parts.types;
  json_object_writer body;
  body.json("pipeline", pipeline_file_schema(types))
    .json("sources", schemas_of(types.sources, "source"))
    .json("sinks", schemas_of(types.sinks, "sink"))
    .json("transforms", schemas_of(types.transforms, "transform"))
    .json("states", schemas_of(types.stores, "state"));
  return json_reply(std::move(body));
}

api_expected<api_reply> show_openapi(const api_call&) {
  static const auto text = openapi_yaml();
  return api_reply{{.type = "application/yaml", .body = text}, {}};
}

} // namespace faucet
