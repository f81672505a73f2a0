#include "apps/node/gateway/show_runs.hpp"

#include "apps/node/gateway/masked_config.hpp"
#include "apps/node/gateway/run_json.hpp"
#include "apps/node/gateway/run_query.hpp"
#include "state/json_text.hpp"

namespace faucet {

namespace {

instant now() {
  return std::chrono::system_clock::now();
}

api_expected<run_list> matching_runs(const api_call& call, const run_query& query) {
  if (query.matches_nothing) {
    return run_list{};
  }
  auto found = call.kept.archive().list(query.filter);
  if (!found && found.error().code == ec::invalid_config) {
    return tl::unexpected{bad_request("cursor: " + found.error().what)};
  }
  return from_history(call, std::move(found));
}

} // namespace

api_expected<api_reply> list_runs(const api_call& call) {
  auto query = read_run_query(call.request.target, call.who.name);
  if (!query) {
    return passed_on(std::move(query));
  }
  auto found = matching_runs(call, *query);
  if (!found) {
    return passed_on(std::move(found));
  }
  json_object_writer body;
  body.json("runs",
            json_list(found->runs, [at = now()](const auto& x) { return run_json(x, at); }));
  if (!found->next_cursor.empty()) {
    body.text("next_cursor", found->next_cursor);
  }
  if (query->counts) {
    std::map<run_status, uint64_t> counts;
    if (!query->matches_nothing) {
      auto counted = from_history(call, call.kept.archive().count(query->filter));
      if (!counted) {
        return passed_on(std::move(counted));
      }
      counts = std::move(*counted);
    }
    json_object_writer counted;
    for (const auto& [status, count] : counts) {
      counted.number(to_string(status), count);
    }
    body.json("counts", std::move(counted).finish());
  }
  return json_reply(std::move(body));
}

api_expected<api_reply> show_run(const api_call& call) {
  auto found = find_run(call);
  if (!found) {
    return passed_on(std::move(found));
  }
  std::optional<stored_config> config;
  if (call.who.may == role::admin) {
    auto stored = from_history(call, call.kept.archive().config(found->run));
    if (!stored) {
      return passed_on(std::move(stored));
    }
    config = std::move(*stored);
  }
  return api_reply{{.body = run_json(*found, now(), config ? &*config : nullptr)}, {}};
}

api_expected<api_reply> show_config(const api_call& call) {
  auto found = find_run(call);
  if (!found) {
    return passed_on(std::move(found));
  }
  auto stored = from_history(call, call.kept.archive().config(found->run));
  if (!stored) {
    return passed_on(std::move(stored));
  }
  if (!*stored) {
    return tl::unexpected{not_found("no config is stored for this run")};
  }
  auto opened = open_config(call.parts.keys.get(), std::move((*stored)->config), found->run);
  if (!opened) {
    return tl::unexpected{unprocessable(render(opened.error()))};
  }
  stored_config shown{.config = std::move(*opened), .format = std::move((*stored)->format)};
  auto redacted = call.who.may != role::admin;
  if (redacted) {
    auto hidden = masked(shown, call.parts.types);
    if (!hidden) {
      return tl::unexpected{hidden_error(call.parts, render(hidden.error()))};
    }
    shown = std::move(*hidden);
  }
  call.note.detail = redacted ? "redacted" : "";
  json_object_writer body;
  body.text("format", shown.format).text("body", shown.config).boolean("redacted", redacted);
  return json_reply(std::move(body));
}

} // namespace faucet
