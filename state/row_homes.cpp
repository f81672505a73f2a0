#include "state/row_homes.hpp"

#include "state/json_text.hpp"
#include "state/state_key.hpp"
#include "state/store_types.hpp"

#include <algorithm>
#include <map>

namespace faucet {

namespace {

/// Text that is the same for state blocks that say the same.
std::string content_of(const component_spec& x) {
  return json_of(x.type) + json_of(x.config);
}

} // namespace

expected<std::vector<row_home>> find_homes(const std::string& pipeline,
                                           std::vector<row_spec> rows) {
  std::vector<row_home> result;
  std::map<std::string, std::shared_ptr<state_store>> made;
  for (auto& row : rows) {
    row_home home{.row = std::move(row),
                  .key = {},
                  .source_type = {},
                  .store_type = {},
                  .durable = false,
                  .store = nullptr};
    if (const auto* type = home.row.source.type.text()) {
      home.source_type = *type;
    }
    auto key = state_key(pipeline, home.row.id);
    if (!key && home.row.state) {
      return fail(std::move(key));
    }
    home.key = key.value_or("");
    if (const auto& state = home.row.state) {
      auto found = find_store(state->type);
      if (!found) {
        return fail(std::move(found));
      }
      auto& store = made[content_of(*state)];
      if (!store) {
        auto fresh = (*found)->make(state->config);
        if (!fresh) {
          return fail(std::move(fresh));
        }
        store = std::move(*fresh);
      }
      home.store = store;
      home.store_type = (*found)->type;
      home.durable = (*found)->durable;
    }
    result.push_back(std::move(home));
  }
  return result;
}

std::vector<std::shared_ptr<state_store>> stores_of(const std::vector<row_home>& homes) {
  std::vector<std::shared_ptr<state_store>> result;
  for (const auto& home : homes) {
    if (home.store && std::ranges::find(result, home.store) == result.end()) {
      result.push_back(home.store);
    }
  }
  return result;
}

} // namespace faucet
