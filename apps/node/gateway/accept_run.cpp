#include "apps/node/gateway/accept_run.hpp"

#include "apps/node/gateway/callback_check.hpp"
#include "apps/node/gateway/fingerprint.hpp"
#include "apps/node/gateway/pool_admission.hpp"
#include "apps/node/gateway/sealing.hpp"
#include "config/document.hpp"
#include "config/merge_nodes.hpp"
#include "state/history/submission_check.hpp"
#include "state/json_text.hpp"
#include "state/run_id.hpp"
#include "state/sealing/sealed_tokens.hpp"

#include <algorithm>

namespace faucet {

namespace {

const char* name_of(config_format x) noexcept {
  return x == config_format::json ? "json" : "yaml";
}

/// True for a text that stands for something else, and holds no secret itself.
bool is_reference(const std::string& text) {
  return text.starts_with("${") && text.find('}') == text.size() - 1;
}

/// One submission on its way into the history.
class acceptance {
public:
  explicit acceptance(const api_call& call) : call_(call), settings_(call.parts.settings) {
    // nop
  }

  /// What is refused is told without the values of secret params.
  api_expected<api_reply> accept();

private:
  api_expected<api_reply> take_steps();

  // -- steps, in the order they run -------------------------------------------

  [[nodiscard]] api_expected<void> refuse_while_closed();
  api_expected<void> read();
  api_expected<void> read_document();
  api_expected<void> read_params();
  api_expected<void> read_callback();
  /// What the run keeps of the submission, beside the config.
  [[nodiscard]] std::string details() const;
  api_expected<void> check();
  api_expected<void> probe();
  void add_labels();
  api_expected<void> choose_pool();
  void put_tokens_for_secrets();
  void add_key();
  api_expected<std::optional<submit_answer>> find_replay();
  api_expected<void> admit();
  api_expected<void> refuse_where_full();
  api_expected<void> seal();
  api_expected<submit_answer> store();
  [[nodiscard]] api_expected<api_reply> answer(const submit_answer& stored);

  [[nodiscard]] api_error objection(const error& why) const;
  [[nodiscard]] api_error refusal_of(const error& why) const;
  [[nodiscard]] node over_default(const node& document) const;

  // -- member variables -------------------------------------------------------

  const api_call& call_;
  const control_settings& settings_;
  submission wish_;
  node document_; ///< its references not resolved; over the default config once tokens are put
  std::vector<std::string> secrets_; ///< values that nobody is told
  std::vector<std::string> sealed_;  ///< those of them that tokens stand for
  std::string document_name_;        ///< what it calls itself; empty where it does not
  new_run run_;
  checked_pipeline found_;
  std::string clear_; ///< the config that is probed
  probed_pipeline probed_;
};

api_expected<api_reply> acceptance::accept() {
  auto result = take_steps();
  if (!result) {
    result.error().message = without_values(result.error().message, secrets_);
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

api_expected<void> acceptance::read() {
  auto wish = read_submission(call_.request.body);
  if (!wish) {
    return passed_on(std::move(wish));
  }
  wish_ = std::move(*wish);
  run_.run = make_run_id();
  run_.waiting = settings_.clustered ? run_status::pending : run_status::queued;
  run_.submitted_by = call_.who.name;
  return {};
}

api_expected<void> acceptance::read_document() {
  auto format = std::string{name_of(wish_.format)};
  auto document = parse_document(wish_.config, "config." + format);
  if (!document) {
    return tl::unexpected{bad_request(render(document.error()))};
  }
  if (document->map() == nullptr) {
    return tl::unexpected{
      unprocessable(std::string{"config: expected a map, found "} + document->type_name())};
  }
  run_.config = std::move(wish_.config);
  run_.config_format = format;
  document_ = std::move(*document);
  return {};
}

api_expected<void> acceptance::read_params() {
  if (wish_.params) {
    auto secrets = take_params(document_, *wish_.params);
    if (!secrets) {
      return passed_on(std::move(secrets));
    }
    secrets_ = worth_hiding(*secrets);
    if (!std::ranges::all_of(secrets_, is_reference) && !call_.parts.keys) {
      return tl::unexpected{
        unprocessable("params: values of `secret: true` params are stored sealed, and this server "
                      "was started without a vault key: start every cluster member with the same "
                      "`--vault-key` (`FAUCET_VAULT_KEY`)")};
    }
    sealed_ = sealable(*secrets);
    run_.config = json_of(document_);
    run_.config_format = name_of(config_format::json);
  }
  if (holds_tokens(document_)) {
    return tl::unexpected{
      unprocessable("config: holds `${sealed:`, which stands for what this server has sealed")};
  }
  document_name_ = text_field(over_default(document_), "name").value_or("");
  return {};
}

/// As its owner will do.
node acceptance::over_default(const node& document) const {
  return settings_.default_config ? merge_nodes(*settings_.default_config, document) : document;
}

api_expected<void> acceptance::read_callback() {
  if (wish_.callback) {
    auto callback = check_callback(*wish_.callback, settings_.callback_hosts);
    if (!callback) {
      return passed_on(std::move(callback));
    }
    run_.callback = std::move(*callback);
  }
  return {};
}

std::string acceptance::details() const {
  json_object_writer result;
  if (wish_.timeout_secs) {
    result.number("timeout_secs", *wish_.timeout_secs);
  }
  if (wish_.doctor_first) {
    result.boolean("doctor_first", true);
  }
  if (wish_.concurrency) {
    result.number("concurrency", *wish_.concurrency);
  }
  if (wish_.clock) {
    result.text("clock", *wish_.clock);
  }
  if (wish_.selection) {
    result.json("selection", json_of(*wish_.selection));
  }
  if (wish_.depends_on) {
    result.json("depends_on", json_of(*wish_.depends_on));
  }
  if (run_.callback) {
    result.json("callback", run_.callback->json);
  }
  if (!probed_.report.empty()) {
    result.json("doctor_report", probed_.report);
  }
  return std::move(result).finish();
}

api_expected<void> acceptance::check() {
  run_.details = details();
  auto found = call_.parts.check(
    {.config = run_.config, .format = run_.config_format, .details = run_.details});
  if (!found) {
    return tl::unexpected{objection(found.error())};
  }
  found_ = std::move(*found);
  if (!found_.forbidden.empty()) {
    call_.note.detail = without_values(found_.forbidden, secrets_);
    return tl::unexpected{forbidden(call_.note.detail)};
  }
  if (wish_.doctor_first) {
    clear_ = run_.config;
  }
  return {};
}

/// Last of all that may refuse, since it takes its time.
api_expected<void> acceptance::probe() {
  if (!wish_.doctor_first) {
    return {};
  }
  auto probed =
    call_.parts.probe({.config = clear_, .format = run_.config_format, .details = run_.details});
  if (!probed) {
    return tl::unexpected{objection(probed.error())};
  }
  probed_ = std::move(*probed);
  star_out(probed_, secrets_);
  if (!probed_.unwell.empty()) {
    call_.note.detail = "doctor_first";
    auto refusal = unprocessable("doctor_first: " + probed_.unwell);
    refusal.details = R"({"doctor_report":)" + probed_.report + "}";
    return tl::unexpected{std::move(refusal)};
  }
  run_.details = details();
  return refuse_while_closed(); // it may be by now
}

/// What was found against a pipeline.
api_error acceptance::objection(const error& why) const {
  auto text = without_values(render(why), secrets_);
  return why.code == ec::unavailable ? unavailable(text)
         : why.code == ec::internal  ? hidden_error(call_.parts, text)
                                     : unprocessable(text);
}

void acceptance::add_labels() {
  run_.name = without_values(!wish_.name.empty() ? wish_.name : found_.name, secrets_);
  run_.labels = {wish_.labels.begin(), wish_.labels.end()};
  run_.labels.try_emplace("pipeline", document_name_.empty() ? "serve" : document_name_);
  if (!found_.selection.empty() && found_.selection != "default") {
    run_.labels["selection"] = found_.selection;
  }
  if (!found_.depends_on.empty()) {
    run_.labels["depends_on"] = found_.depends_on;
  }
  for (auto& [key, value] : run_.labels) {
    value = without_values(value, secrets_);
  }
}

api_expected<void> acceptance::choose_pool() {
  if (!wish_.pool && !found_.pool.empty()) {
    if (auto ok = check_pool_name(found_.pool, "config `pool:`"); !ok) {
      return ok;
    }
  }
  run_.pool = wish_.pool ? *wish_.pool : !found_.pool.empty() ? found_.pool : default_pool;
  return {};
}

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
  if (auto ok = check_submission(run_); !ok) {
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
  auto waiting = waiting_runs(call_);
  if (!waiting) {
    return passed_on(std::move(waiting));
  }
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
  auto stored = call_.kept.ledger().submit({&run_, 1});
  if (!stored && stored.error().code == ec::unavailable) {
    stored = call_.kept.ledger().submit({&run_, 1}); // the same run, should it be there already
  }
  return stored ? api_expected<submit_answer>{stored->front()}
                : tl::unexpected{refusal_of(stored.error())};
}

/// What the history has against a submission.
api_error acceptance::refusal_of(const error& why) const {
  return why.code == ec::invalid_config ? unprocessable(why.what) : history_error(call_, why);
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

} // namespace

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
