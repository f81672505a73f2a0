#include "state/history/storable_run.hpp"

#include "model/utf8.hpp"

namespace faucet {

namespace {

expected<void> check_text(std::string_view text, const char* what, const new_run& of) {
  if (is_utf8(text) && text.find('\0') == std::string_view::npos) {
    return {};
  }
  return fail(ec::invalid_config,
              std::string{what} + " of the run is not UTF-8, or holds a zero byte", of.run);
}

} // namespace

expected<void> check_storable(const new_run& x) {
  if (x.run.empty() || x.pool.empty()) {
    return fail(ec::invalid_config, "a run needs an id and a pool", x.run);
  }
  if (x.waiting != run_status::pending && x.waiting != run_status::queued) {
    return fail(ec::invalid_config, "a run is submitted as pending or queued", x.run);
  }
  auto outcome = check_text(x.run, "the id", x);
  auto then = [&](std::string_view text, const char* what) {
    outcome = outcome ? check_text(text, what, x) : outcome;
  };
  then(x.name, "the name");
  then(x.pool, "the pool");
  then(x.submitted_by, "the submitter");
  then(x.config, "the config");
  then(x.config_format, "the format of the config");
  then(x.details, "a detail");
  then(x.idempotency ? x.idempotency->key : "", "the idempotency key");
  then(x.callback ? x.callback->json : "", "the callback");
  for (const auto& [key, value] : x.labels) {
    then(key, "a label");
    then(value, "a label");
  }
  return outcome;
}

} // namespace faucet
