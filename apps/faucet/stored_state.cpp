#include "apps/faucet/stored_state.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// The content of the store that the row uses, read once for all its rows.
expected<const store_content*> content_for(const pipeline_state& state, const row_home& home,
                                           stored_state& into) {
  for (const auto& content : into.contents) {
    if (content->homes.front()->store == home.store) {
      return content.get();
    }
  }
  auto content = read_store(state, *home.store);
  if (!content) {
    return fail(std::move(content));
  }
  for (const auto& key : (*content)->keys) {
    into.unreadable += key.json ? 0 : 1;
  }
  into.contents.push_back(std::move(*content));
  return into.contents.back().get();
}

} // namespace

expected<stored_state> look_into(const pipeline_state& state, const std::string& row) {
  stored_state result;
  result.pipeline = state.pipeline;
  auto homes = chosen_homes(state, row);
  if (!homes) {
    return fail(std::move(homes));
  }
  for (const auto* home : *homes) {
    row_keys keys;
    if (home->store) {
      auto content = content_for(state, *home, result);
      if (!content) {
        return fail(std::move(content));
      }
      auto at = std::ranges::find((*content)->homes, home) - (*content)->homes.begin();
      keys = (*content)->sorted.rows[static_cast<size_t>(at)];
    }
    auto facts = facts_of(*home, keys, keys.bookmark);
    result.rows.push_back({home, std::move(keys), std::move(facts)});
  }
  for (const auto& content : result.contents) {
    if (row.empty()) {
      auto append = [](auto& to, const auto& from) {
        to.insert(to.end(), from.begin(), from.end());
      };
      append(result.of_pipeline, content->sorted.of_pipeline);
      append(result.orphans, content->sorted.orphans);
    }
  }
  return result;
}

} // namespace faucet
