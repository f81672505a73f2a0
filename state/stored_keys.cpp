#include "state/stored_keys.hpp"

#include "config/json_reader.hpp"
#include "state/sealed_text.hpp"

namespace faucet {

namespace {

bool is_whole(const std::string& json) {
  return read_json(json, nullptr).has_value();
}

std::string complaint(const std::string& held, const key_meaning& meaning) {
  if (is_sealed(held)) {
    return "cannot be unsealed with the keys of this state store";
  }
  return meaning.kind == key_kind::lease ? "holds no valid JSON; run with --force replaces it"
                                         : "holds no valid JSON; the next run replaces it";
}

} // namespace

expected<std::vector<stored_key>> read_keys(state_store& store, std::string_view pipeline) {
  auto keys = store.list(key_prefix(pipeline));
  if (!keys) {
    return fail(std::move(keys));
  }
  std::vector<stored_key> result;
  for (auto& key : *keys) {
    auto held = store.get(key);
    auto meaning = meaning_of(pipeline, key);
    if (!meaning || (held && !*held)) {
      continue;
    }
    if (held && !is_whole(**held)) {
      held = fail(ec::state_failed, complaint(**held, *meaning), key);
    }
    if (!held) {
      result.push_back({std::move(key), std::move(*meaning), fail(std::move(held))});
    } else if (meaning->kind != key_kind::lease || **held != "null") {
      result.push_back({std::move(key), std::move(*meaning), std::move(**held)});
    }
  }
  return result;
}

} // namespace faucet
