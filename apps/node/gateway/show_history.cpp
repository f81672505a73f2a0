#include "apps/node/gateway/show_history.hpp"

namespace faucet {

namespace {

std::string event_json(const history_event& x) {
  json_object_writer result;
  result.number("sequence", x.sequence)
    .text("at", to_text(x.at))
    .text("kind", x.kind)
    .text_or_null("owner", x.owner)
    .number("epoch", x.epoch);
  if (!x.detail.empty()) {
    result.text("detail", x.detail);
  }
  return std::move(result).finish();
}

std::string audit_json(const audit_entry& x) {
  json_object_writer result;
  result.text("id", x.id).text("ts", to_text(x.at));
  auto add = [&](std::string_view name, const std::string& text) {
    if (!text.empty()) {
      result.text(name, text);
    }
  };
  add("principal", x.principal);
  add("role", x.role);
  add("action", x.action);
  add("run_id", x.run);
  add("config_fingerprint", x.config_fingerprint);
  add("source_ip", x.source_ip);
  add("result", x.result);
  add("target", x.target);
  add("detail", x.detail);
  return std::move(result).finish();
}

} // namespace

api_expected<api_reply> show_events(const api_call& call) {
  const auto& target = call.request.target;
  if (auto known = only_parameters(target, {"after", "limit"}); !known) {
    return passed_on(std::move(known));
  }
  auto after = number_parameter(target, "after", 0, INT64_MAX, 0);
  auto limit = number_parameter(target, "limit", 1, 1000, 100);
  if (!after || !limit) {
    return passed_on(std::move(!after ? after : limit));
  }
  auto run = find_run(call);
  if (!run) {
    return passed_on(std::move(run));
  }
  auto found = from_history(
    call, call.kept.events().read(run->run, *after, static_cast<uint32_t>(*limit + 1)));
  if (!found) {
    return passed_on(std::move(found));
  }
  auto more = cut_to(*limit, *found);
  json_object_writer body;
  body.json("events", json_list(*found, event_json));
  if (more) {
    body.number("next_after", found->back().sequence);
  }
  return json_reply(std::move(body));
}

api_expected<api_reply> show_audit(const api_call& call) {
  const auto& target = call.request.target;
  if (auto known = only_parameters(target, {"principal", "action", "run_id", "before", "limit"});
      !known) {
    return passed_on(std::move(known));
  }
  auto limit = number_parameter(target, "limit", 1, 500, 50);
  if (!limit) {
    return passed_on(std::move(limit));
  }
  auto text = [&](std::string_view name) {
    return std::string{target.parameter(name).value_or("")};
  };
  auto found =
    from_history(call, call.kept.audit().read({.principal = text("principal"),
                                               .action = text("action"),
                                               .run = text("run_id"),
                                               .before = text("before"),
                                               .limit = static_cast<uint32_t>(*limit + 1)}));
  if (!found) {
    return passed_on(std::move(found));
  }
  auto more = cut_to(*limit, *found);
  json_object_writer body;
  body.json("entries", json_list(*found, audit_json));
  if (more) {
    body.text("next_before", found->back().id);
  }
  return json_reply(std::move(body));
}

} // namespace faucet
