#include "apps/node/gateway/sealing.hpp"

#include "config/json_reader.hpp"
#include "config/scalar_text.hpp"
#include "config/set_params.hpp"
#include "state/json_text.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// Each makes a search of the whole config.
constexpr size_t most_params = 256;

/// In the texts of a tree; its keys are not the submitter's.
void star_out(node& x, const secret_mask& secrets) {
  if (auto* text = std::get_if<std::string>(&x.content())) {
    *text = secrets.apply(std::move(*text));
  } else if (auto* items = std::get_if<node::list_type>(&x.content())) {
    for (auto& item : *items) {
      star_out(item, secrets);
    }
  } else if (auto* entries = std::get_if<node::map_type>(&x.content())) {
    for (auto& entry : *entries) {
      star_out(entry.value, secrets);
    }
  }
}

tl::unexpected<api_error> cannot_seal(std::string why) {
  return tl::unexpected{unprocessable(std::move(why))};
}

} // namespace

api_expected<std::vector<std::string>> take_params(node& document, const node& params) {
  if (params.map() == nullptr) {
    return cannot_seal(std::string{"params: expected an object, found "} + params.type_name());
  }
  if (params.map()->size() > most_params) {
    return cannot_seal("params: at most " + std::to_string(most_params));
  }
  given_params given;
  for (const auto& entry : *params.map()) {
    auto text = scalar_text(entry.value);
    if (!text || entry.value.is_null()) {
      return cannot_seal("params: \"" + entry.key
                         + "\" must be a text, a number or a truth value, found "
                         + entry.value.type_name());
    }
    given.emplace_back(entry.key, std::move(*text));
  }
  auto secrets = set_params(document, given, secret_values::set);
  if (!secrets) {
    return cannot_seal("params: " + render(secrets.error()));
  }
  std::vector<std::string> values;
  std::ranges::transform(*secrets, std::back_inserter(values),
                         [](const auto& x) { return x.second; });
  return values;
}

secret_mask mask_of(const std::vector<std::string>& values) {
  node::list_type hidden;
  for (const auto& x : values) {
    hidden.emplace_back(x).set_secret();
  }
  secret_mask result;
  result.learn(node{std::move(hidden)});
  return result;
}

void star_out(probed_pipeline& found, const secret_mask& secrets) {
  found.unwell = secrets.apply(std::move(found.unwell));
  if (auto report = read_json(found.report, std::make_shared<const std::string>("report"))) {
    star_out(*report, secrets);
    found.report = json_of(*report);
  } else {
    found.report.clear();
  }
}

api_expected<void> check_members_open(const vault& keys, const std::vector<live_member>& members) {
  for (const auto& [facts, silence] : members) {
    if (std::ranges::find(facts.vault_keys, keys.key_names().front()) == facts.vault_keys.end()) {
      return cannot_seal(
        "a run cannot be sealed yet: cluster member " + facts.instance + " ("
        + (facts.listen.empty() ? "unknown address" : facts.listen)
        + ") has another vault key or none, or runs a faucet release without sealing, "
          "and would fail the run; start every member with the same vault key "
          "(`--vault-key` / `FAUCET_VAULT_KEY`) first");
    }
  }
  return {};
}

expected<void> seal_run(new_run& run, const vault& keys, const std::vector<std::string>& secrets) {
  auto config = keys.seal_config(run.config, run.run);
  if (!config) {
    return fail(std::move(config));
  }
  run.config = std::move(*config);
  if (secrets.empty()) {
    return {};
  }
  auto values = keys.seal_values(secrets, run.run);
  if (!values) {
    return fail(std::move(values));
  }
  run.sealed_values = std::move(*values);
  return {};
}

} // namespace faucet
