#include "apps/node/gateway/accept_run.hpp"

#include "apps/node/gateway/acceptance.hpp"
#include "state/json_text.hpp"

namespace faucet {

api_expected<api_reply> acceptance::accept() {
  auto result = take_steps();
  if (!result) {
    result.error().message = secrets_.apply(std::move(result.error().message));
  }
  return result;
}

api_expected<api_reply> acceptance::take_steps() {
  for (auto step : {&acceptance::refuse_while_closed, &acceptance::read, &acceptance::read_document,
                    &acceptance::read_params, &acceptance::read_callback, &acceptance::check}) {
    if (auto ok = (this->*step)(); !ok) {
      return passed_on(std::move(ok));
    }
  }
  add_labels();
  if (auto ok = choose_pool(); !ok) {
    return passed_on(std::move(ok));
  }
  put_tokens_for_secrets();
  add_key();
  auto known = find_replay();
  if (!known || *known) {
    return known ? answer(**known) : passed_on(std::move(known));
  }
  for (auto step : {&acceptance::admit, &acceptance::refuse_where_full, &acceptance::probe,
                    &acceptance::seal}) {
    if (auto ok = (this->*step)(); !ok) {
      return passed_on(std::move(ok));
    }
  }
  auto stored = store();
  return stored ? answer(*stored) : passed_on(std::move(stored));
}

api_expected<void> acceptance::refuse_while_closed() {
  auto view = call_.parts.door->view();
  if (view.draining) {
    return tl::unexpected{draining()};
  }
  if (!view.history_answers) {
    return tl::unexpected{unavailable("the history does not answer")};
  }
  return {};
}

api_expected<api_reply> acceptance::answer(const submit_answer& stored) {
  call_.note.run = stored.run;
  switch (stored.outcome) {
    case submit_outcome::conflict:
      return tl::unexpected{conflict("idempotency key reused with a different payload")};
    case submit_outcome::replay:
      call_.note.detail = "replay";
      if (call_.parts.note_replay) {
        call_.parts.note_replay();
      }
      break;
    case submit_outcome::fresh:
      call_.parts.door->kick(run_.pool);
      break;
  }
  json_object_writer body;
  body.text("run_id", stored.run)
    .text("status", to_string(stored.status))
    .text("submitted_at", to_text(stored.submitted_at));
  if (!probed_.report.empty()) {
    body.json("doctor_report", probed_.report);
  }
  return api_reply{{.status = 202, .body = std::move(body).finish()}, {}};
}

api_expected<uint64_t> waiting_runs(const api_call& call) {
  auto counts = from_history(
    call, call.kept.archive().count({.statuses = {run_status::queued, run_status::pending}}));
  if (!counts) {
    return passed_on(std::move(counts));
  }
  uint64_t result = 0;
  for (const auto& [status, count] : *counts) {
    result += count;
  }
  return result;
}

api_expected<api_reply> accept_run(const api_call& call) {
  return acceptance{call}.accept();
}

} // namespace faucet
