// How a submission gets into the history, unless it is there already or there is no room.

#include "apps/node/gateway/accept_run.hpp"
#include "apps/node/gateway/acceptance.hpp"
#include "apps/node/gateway/fingerprint.hpp"
#include "apps/node/gateway/pool_admission.hpp"
#include "apps/node/gateway/sealing.hpp"
#include "state/history/storable_run.hpp"
#include "state/json_text.hpp"
#include "state/sealing/sealed_tokens.hpp"

namespace faucet {

/// Equal submissions are so whatever their secrets, and although no two of them are sealed alike.
void acceptance::put_tokens_for_secrets() {
  if (!sealed_.empty()) {
    put_tokens(document_, sealed_);
    run_.config = json_of(document_);
  }
  document_ = over_default(document_);
  document_name_ = text_field(document_, "name").value_or("");
}

void acceptance::add_key() {
  auto config = config_fingerprint(document_name_, document_);
  call_.note.fingerprint = config;
  if (wish_.idempotency_key) {
    auto whole = submission_fingerprint(config, {.clock = wish_.clock.value_or(""),
                                                 .timeout_secs = wish_.timeout_secs,
                                                 .concurrency = wish_.concurrency,
                                                 .labels = run_.labels,
                                                 .pool = run_.pool});
    run_.idempotency = idempotency_claim{.key = *wish_.idempotency_key,
                                         .fingerprint = std::move(whole),
                                         .window = settings_.idempotency_window};
  }
}

/// What was accepted already is not refused since the queue is full by now, or the pool unserved.
api_expected<std::optional<submit_answer>> acceptance::find_replay() {
  if (!run_.idempotency || run_.idempotency->window.count() == 0) {
    return std::nullopt;
  }
  if (auto ok = check_storable(run_); !ok) {
    return tl::unexpected{refusal_of(ok.error())};
  }
  auto found = call_.kept.archive().holder_of(run_.idempotency->key);
  if (!found) {
    return tl::unexpected{refusal_of(found.error())};
  }
  if (!*found) {
    return std::nullopt;
  }
  const auto& holder = **found;
  auto same = holder.fingerprint == run_.idempotency->fingerprint;
  return submit_answer{same ? submit_outcome::replay : submit_outcome::conflict, holder.run,
                       holder.status, holder.submitted_at};
}

api_expected<void> acceptance::admit() {
  auto view = call_.parts.door->view();
  auto ok = admit_to_pool(run_.pool, view, settings_.clustered);
  if (ok || !settings_.clustered) {
    return ok;
  }
  // A member may have come since the view was made.
  auto members = from_history(call_, call_.kept.members().live(settings_.member_window));
  if (!members) {
    return passed_on(std::move(members));
  }
  view.members = std::move(*members);
  return admit_to_pool(run_.pool, view, true);
}

api_expected<void> acceptance::refuse_where_full() {
  auto now = queue_room::clock::now();
  if (call_.parts.room->let_in(settings_.max_queued_runs, now)) {
    return {};
  }
  auto waiting = waiting_runs(call_);
  if (!waiting) {
    return passed_on(std::move(waiting));
  }
  call_.parts.room->counted(*waiting, now);
  if (*waiting >= settings_.max_queued_runs) {
    return tl::unexpected{queue_full("the queue is full: " + std::to_string(*waiting)
                                     + " runs wait (--max-queued-runs)")};
  }
  return {};
}

/// Whoever gets at the history gets at no secret.
api_expected<void> acceptance::seal() {
  const auto* keys = call_.parts.keys.get();
  if (keys == nullptr) {
    return {};
  }
  if (settings_.clustered) {
    auto members = from_history(call_, call_.kept.members().live(settings_.member_window));
    if (!members) {
      return passed_on(std::move(members));
    }
    if (auto ok = check_members_open(*keys, *members); !ok) {
      return ok;
    }
  }
  auto sealed = seal_run(run_, *keys, sealed_);
  return sealed ? api_expected<void>{}
                : tl::unexpected{hidden_error(call_.parts, render(sealed.error()))};
}

api_expected<submit_answer> acceptance::store() {
  run_.audit = audit_of(call_, "ok");
  run_.audit->run = run_.run;
  auto stored = call_.kept.ledger().submit({&run_, 1});
  if (!stored && stored.error().code == ec::unavailable) {
    stored = call_.kept.ledger().submit({&run_, 1}); // the same run, should it be there already
  }
  call_.note.is_kept = stored && stored->front().outcome == submit_outcome::fresh;
  return stored ? api_expected<submit_answer>{stored->front()}
                : tl::unexpected{refusal_of(stored.error())};
}

/// What the history has against a submission.
api_error acceptance::refusal_of(const error& why) const {
  return why.code == ec::invalid_config ? unprocessable(why.what) : history_error(call_, why);
}

} // namespace faucet
