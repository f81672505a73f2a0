#include "apps/faucet/state_edit.hpp"

#include "apps/faucet/json_output.hpp"
#include "state/chosen_child.hpp"

#include <chrono>
#include <cstdio>

namespace faucet {

namespace {

instant now() {
  return std::chrono::time_point_cast<instant::duration>(std::chrono::system_clock::now());
}

/// Tells the warnings from `first` on.
void warn(const std::vector<std::string>& warnings, size_t first = 0) {
  for (auto i = first; i < warnings.size(); ++i) {
    std::fprintf(stderr, "warning: %s\n", warnings[i].c_str());
  }
}

exit_code conclude(const state_change& change, const change_steps& steps, bool applied,
                   const char* text) {
  if (change.flags.json) {
    print_json(steps.report(applied));
  } else {
    std::puts(text);
  }
  return applied || change.flags.dry_run ? exit_code::done : exit_code::failed;
}

/// Applies the change while no run may start.
expected<void> apply_alone(const state_change& change, const change_steps& steps) {
  std::vector<row_edit> edits;
  for (const auto& [store, edit] : change.stores) {
    if (auto ready = store.prepare(); !ready) {
      return ready;
    }
    auto begun = row_edit::begin(store, edit, now(), change.warnings);
    if (!begun) {
      return fail(std::move(begun));
    }
    edits.push_back(std::move(*begun));
  }
  return steps.apply();
}

} // namespace

expected<std::string> child_or_row_key(const row_home& home, const std::string& parent_key) {
  if (parent_key.empty()) {
    return home.key;
  }
  if (!home.row.is_child()) {
    return fail(ec::invalid_config, "has no parent; it has one bookmark", "row " + home.row.id);
  }
  auto stored = home.store->list(home.key + "::");
  if (!stored) {
    return fail(std::move(stored));
  }
  return choose_child(home.key, parent_key, *stored);
}

tl::unexpected<error> changed_meanwhile(const std::string& key) {
  return fail(ec::state_conflict, "was changed by somebody else meanwhile; look again", key);
}

exit_code carry_out(const state_change& change, const change_steps& steps) {
  auto refuse = [&change](const error& why) { return complain(masked(why, change.secrets)); };
  for (const auto& [store, edit] : change.stores) {
    if (auto free = check_no_run(store, edit, now(), change.warnings); !free) {
      return refuse(free.error());
    }
  }
  if (!change.flags.json) {
    steps.show();
  }
  warn(change.warnings);
  if (change.flags.dry_run) {
    return conclude(change, steps, false, "dry run: nothing was changed");
  }
  auto agreed = confirmed(change.flags);
  if (!agreed) {
    return refuse(agreed.error());
  }
  if (!*agreed) {
    return conclude(change, steps, false, "nothing was changed");
  }
  auto told = change.warnings.size();
  if (auto applied = apply_alone(change, steps); !applied) {
    return refuse(applied.error());
  }
  warn(change.warnings, told);
  return conclude(change, steps, true, "done");
}

} // namespace faucet
