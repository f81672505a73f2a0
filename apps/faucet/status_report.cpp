#include "apps/faucet/status_report.hpp"

#include <algorithm>
#include <chrono>
#include <map>

namespace faucet {

namespace {

/// The contents of the stores of a pipeline, each read once.
class contents {
public:
  contents(const pipeline_state& state, std::vector<std::string>& notes)
    : state_(state), notes_(notes) {
    // nop
  }

  /// nullptr where the row has no store, or it cannot be read.
  const store_content* of(const row_home& home) {
    if (!home.store) {
      return nullptr;
    }
    auto [at, is_new] = read_.try_emplace(home.store.get());
    if (is_new) {
      auto content = read_store(state_, *home.store);
      if (content) {
        at->second = std::move(*content);
      } else {
        notes_.push_back("state store " + home.store_type
                         + " cannot be read: " + render(masked(content.error(), state_.secrets)));
      }
    }
    return at->second.get();
  }

private:
  const pipeline_state& state_;
  std::vector<std::string>& notes_;
  std::map<const state_store*, std::unique_ptr<store_content>> read_;
};

row_keys keys_of(const row_home& home, const store_content* content) {
  if (content == nullptr) {
    return {};
  }
  auto at = std::ranges::find(content->homes, &home) - content->homes.begin();
  return content->sorted.rows[static_cast<size_t>(at)];
}

/// Facts of a row; errors where its store is there and cannot be read.
row_facts facts_of(const row_home& home, const store_content* content, const row_keys& keys) {
  auto result = faucet::facts_of(home, keys, keys.bookmark);
  if (content == nullptr && home.store) {
    result.errors.push_back("the state store cannot be read");
  }
  return result;
}

/// The row at the top of a child's line of parents.
const row_home* root_of(const pipeline_state& state, const row_home& home) {
  const auto* at = &home;
  while (at->row.is_child()) {
    auto up = std::ranges::find_if(
      state.homes, [at](const row_home& candidate) { return candidate.row.id == at->row.parent; });
    at = &*up;
  }
  return at;
}

/// Every child that has left something, by what its keys end with.
std::vector<std::string> subs_of(const row_keys& keys) {
  std::vector<std::string> result;
  for (const auto* x : keys.sub_bookmarks) {
    result.push_back(x->meaning.sub);
  }
  for (const auto* x : keys.markers) {
    result.push_back(x->meaning.sub);
  }
  std::erase(result, std::string{});
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

child_status sum_up(const row_home& home, const store_content* content) {
  child_status result{home.row.id};
  auto keys = keys_of(home, content);
  result.bookmarks = keys.sub_bookmarks.size();
  for (const auto& sub : subs_of(keys)) {
    auto has_sub = [&sub](const stored_key* x) { return x->meaning.sub == sub; };
    auto bookmark = std::ranges::find_if(keys.sub_bookmarks, has_sub);
    auto how = judge(faucet::facts_of(
      home, keys, bookmark == keys.sub_bookmarks.end() ? nullptr : *bookmark, sub));
    result.failed += how.how == health::failed ? 1 : 0;
    result.worst = std::max(result.worst, how.how);
  }
  auto own = faucet::facts_of(home, keys, nullptr).outcomes;
  if (own && own->consecutive_failures > 0 && own->last_failure) {
    result.refused = own->last_failure->error;
    result.worst = std::max(result.worst, health::failed);
  }
  return result;
}

void add_child(status_row& to, child_status child) {
  auto tell = [&](const std::string& what) {
    to.how.reasons.push_back("of child row " + child.row + " " + what);
  };
  if (child.failed > 0) {
    tell(std::to_string(child.failed) + " failed");
  } else if (child.worst >= health::degraded && child.refused.empty()) {
    tell("some are degraded");
  }
  if (!child.refused.empty()) {
    tell("some were refused: " + child.refused);
  }
  to.how.how = std::max(to.how.how, child.worst);
  to.children.push_back(std::move(child));
}

std::optional<uint64_t> age_of(const row_facts& row, instant now) {
  if (!row.bookmark || !row.outcomes || !row.outcomes->last_success) {
    return std::nullopt;
  }
  auto age = std::chrono::duration_cast<std::chrono::seconds>(now - row.outcomes->last_success->at);
  return static_cast<uint64_t>(std::max<int64_t>(age.count(), 0));
}

} // namespace

status_report look_at(const pipeline_state& state, const std::vector<const row_home*>& rows) {
  status_report result;
  result.pipeline = state.pipeline;
  result.generated_at =
    std::chrono::time_point_cast<instant::duration>(std::chrono::system_clock::now());
  contents stored{state, result.notes};
  for (const auto& home : state.homes) {
    if (home.store && std::ranges::count(result.store_types, home.store_type) == 0) {
      result.store_types.push_back(home.store_type);
    }
    result.durable |= home.durable;
  }
  for (const auto* home : rows) {
    const auto* content = stored.of(*home);
    auto facts = facts_of(*home, content, keys_of(*home, content));
    status_row row{home, std::move(facts), {}, backlog_of(home->row.dlq), {}, {}};
    row.how = judge(row.facts);
    row.bookmark_age_secs = age_of(row.facts, result.generated_at);
    if (home->row.is_child()) {
      add_child(row, sum_up(*home, content));
    }
    for (const auto& child : state.homes) {
      if (&child != home && root_of(state, child) == home) {
        add_child(row, sum_up(child, stored.of(child)));
      }
    }
    if (!row.dlq.problem.empty()) {
      result.notes.push_back("dead letters in " + row.dlq.location
                             + " cannot be read: " + row.dlq.problem);
    }
    result.how = std::max(result.how, row.how.how);
    result.rows.push_back(std::move(row));
  }
  return result;
}

} // namespace faucet
