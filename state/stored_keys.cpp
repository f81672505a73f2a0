#include "state/stored_keys.hpp"

namespace faucet {

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
    if (!held) {
      result.push_back({std::move(key), std::move(*meaning), fail(std::move(held))});
    } else if (meaning->kind != key_kind::lease || **held != "null") {
      result.push_back({std::move(key), std::move(*meaning), std::move(**held)});
    }
  }
  return result;
}

} // namespace faucet
