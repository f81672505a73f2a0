#include "apps/node/gateway/readiness.hpp"

#include "state/json_text.hpp"

namespace faucet {

namespace {

std::string pools_json(const std::optional<std::vector<std::string>>& pools) {
  return pools ? json_list(*pools, [](const auto& pool) { return json_of(pool); }) : "null";
}

std::string member_json(const member_facts& x) {
  json_object_writer result;
  result.text("instance_id", x.instance)
    .text("listen", x.listen)
    .json("pools", pools_json(x.pools))
    .number("in_flight", x.in_flight)
    .number("max_concurrent", x.max_concurrent);
  return std::move(result).finish();
}

std::string cluster_json(const node_view& view, bool clustered) {
  const std::vector<live_member> none;
  auto members =
    json_list(clustered ? view.members : none, [](const auto& x) { return member_json(x.facts); });
  json_object_writer result;
  result.boolean("enabled", clustered)
    .number("instances", clustered ? view.members.size() : 1)
    .json("pools", pools_json(view.self.pools))
    .json("members", members);
  return std::move(result).finish();
}

} // namespace

http_reply readiness(const node_view& view, bool clustered, bool queue_has_room) {
  auto ready = view.history_answers && queue_has_room && !view.draining;
  json_object_writer body;
  body.text("status", ready ? "ready" : "not_ready")
    .boolean("history_ok", view.history_answers)
    .boolean("queue_ok", queue_has_room)
    .boolean("draining", view.draining)
    .json("cluster", cluster_json(view, clustered));
  return {.status = ready ? 200U : 503U, .body = std::move(body).finish()};
}

} // namespace faucet
