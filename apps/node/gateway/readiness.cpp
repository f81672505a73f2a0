#include "apps/node/gateway/readiness.hpp"

#include "state/json_text.hpp"

namespace faucet {

namespace {

const char* truth(bool x) noexcept {
  return x ? "true" : "false";
}

std::string pools_json(const std::optional<std::vector<std::string>>& pools) {
  if (!pools) {
    return "null";
  }
  std::string result = "[";
  for (const auto& pool : *pools) {
    result += (result.size() > 1 ? "," : "") + json_of(pool);
  }
  return result + "]";
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
  std::string members = "[";
  for (const auto& x : view.members) {
    members += (members.size() > 1 ? "," : "") + member_json(x.facts);
  }
  json_object_writer result;
  result.json("enabled", truth(clustered))
    .number("instances", clustered ? view.members.size() : 1)
    .json("pools", pools_json(view.self.pools))
    .json("members", clustered ? members + "]" : "[]");
  return std::move(result).finish();
}

} // namespace

http_reply readiness(const node_view& view, bool clustered, bool queue_has_room) {
  auto ready = view.history_answers && queue_has_room && !view.draining;
  json_object_writer body;
  body.text("status", ready ? "ready" : "not_ready")
    .json("history_ok", truth(view.history_answers))
    .json("queue_ok", truth(queue_has_room))
    .json("draining", truth(view.draining))
    .json("cluster", cluster_json(view, clustered));
  return {.status = ready ? 200U : 503U, .body = std::move(body).finish()};
}

} // namespace faucet
