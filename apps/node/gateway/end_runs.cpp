#include "apps/node/gateway/end_runs.hpp"

namespace faucet {

api_expected<api_reply> cancel_run(const api_call& call) {
  const auto& run = call.arguments.front();
  call.note.run = run;
  auto found = call.kept.ledger().request_cancel(run, call.who.name);
  if (!found && found.error().code == ec::unavailable) {
    found = call.kept.ledger().request_cancel(run, call.who.name); // asking twice is asking once
  }
  if (!found) {
    return tl::unexpected{history_error(call, found.error())};
  }
  using kind = cancel_answer::kind;
  if (found->outcome == kind::missing) {
    return no_such_run(run);
  }
  if (found->outcome == kind::asked) {
    call.parts.door->cancel(run);
  }
  if (found->outcome == kind::cancelled && call.parts.note_cancelled) {
    call.parts.note_cancelled();
  }
  call.note.detail = to_string(found->status);
  json_object_writer body;
  body.text("run_id", run)
    .text("status", to_string(found->status))
    .boolean("cancel_requested", found->outcome == kind::asked);
  return api_reply{
    {.status = found->outcome == kind::ended ? 200U : 202U, .body = std::move(body).finish()}, {}};
}

api_expected<api_reply> delete_run(const api_call& call) {
  const auto& run = call.arguments.front();
  call.note.run = run;
  auto found = from_history(call, call.kept.archive().erase(run));
  if (!found) {
    return tl::unexpected{std::move(found).error()};
  }
  switch (*found) {
    case erase_outcome::missing:
      return no_such_run(run);
    case erase_outcome::in_flight:
      return tl::unexpected{conflict("run is still in flight — cancel it before deleting")};
    case erase_outcome::erased:
      break;
  }
  return api_reply{{.status = 204, .type = "", .body = {}, .headers = {}}, {}};
}

} // namespace faucet
