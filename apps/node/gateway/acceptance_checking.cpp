// What is to be said of the pipeline of a submission.

#include "apps/node/gateway/acceptance.hpp"
#include "apps/node/gateway/sealing.hpp"
#include "state/sealing/sealed_tokens.hpp"

namespace faucet {

api_expected<void> acceptance::check() {
  run_.details = details();
  auto found = call_.parts.check(
    {.config = run_.config, .format = run_.config_format, .details = run_.details});
  if (!found) {
    return tl::unexpected{objection(found.error())};
  }
  found_ = std::move(*found);
  if (!found_.forbidden.empty()) {
    call_.note.detail = secrets_.apply(found_.forbidden);
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
  if (wish_.params) {
    star_out(probed_, secrets_);
  }
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
  auto text = secrets_.apply(render(why));
  return why.code == ec::unavailable ? unavailable(text)
         : why.code == ec::internal  ? hidden_error(call_.parts, text)
                                     : unprocessable(text);
}

/// What is stored in the clear holds no secret, however short.
void acceptance::add_labels() {
  auto without_secrets = [this](std::string text) {
    return starred(secrets_.apply(std::move(text)), sealed_);
  };
  run_.name = without_secrets(!wish_.name.empty() ? wish_.name : found_.name);
  run_.labels = {wish_.labels.begin(), wish_.labels.end()};
  run_.labels.try_emplace("pipeline", document_name_.empty() ? "serve" : document_name_);
  if (!found_.selection.empty() && found_.selection != "default") {
    run_.labels["selection"] = found_.selection;
  }
  if (!found_.depends_on.empty()) {
    run_.labels["depends_on"] = found_.depends_on;
  }
  for (auto& [key, value] : run_.labels) {
    value = without_secrets(std::move(value));
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

} // namespace faucet
