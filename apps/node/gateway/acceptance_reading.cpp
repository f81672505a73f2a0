// What a submission says.

#include "apps/node/gateway/acceptance.hpp"
#include "apps/node/gateway/callback_check.hpp"
#include "apps/node/gateway/sealing.hpp"
#include "config/document.hpp"
#include "config/each_reference.hpp"
#include "config/merge_nodes.hpp"
#include "state/json_text.hpp"
#include "state/run_id.hpp"
#include "state/sealing/sealed_tokens.hpp"

#include <algorithm>

namespace faucet {

namespace {

const char* name_of(config_format x) noexcept {
  return x == config_format::json ? "json" : "yaml";
}

} // namespace

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
    auto hidden = worth_hiding(*secrets);
    secrets_ = mask_of(hidden);
    if (!std::ranges::all_of(hidden, is_whole_reference) && !call_.parts.keys) {
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

} // namespace faucet
