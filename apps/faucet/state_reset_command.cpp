#include "apps/faucet/json_output.hpp"
#include "apps/faucet/pipeline_state.hpp"
#include "apps/faucet/state_commands.hpp"
#include "apps/faucet/state_edit.hpp"
#include "state/json_text.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>

namespace faucet {

namespace {

struct reset_flags {
  std::shared_ptr<pipeline_flags> pipeline;
  change_flags change;
  std::string row;
  std::string parent_key;
  bool include_markers = false;
  bool rewind_token = false;         ///< no sink keeps one yet
  bool skip_watermark_check = false; ///< no sink keeps one yet
};

/// What is to be removed.
struct planned_reset {
  const row_home* home = nullptr;
  std::vector<stored_key> keys;
  std::vector<std::string> warnings;
};

/// True for a key that an older id of the row holds: the next run would move it back to the row.
bool would_be_adopted(const pipeline_state& state, const row_home& home, const key_meaning& x) {
  auto is_row = [&x](const row_home& other) { return other.row.id == x.row; };
  return std::ranges::count(home.row.legacy_state_ids, x.row) > 0
         && std::ranges::none_of(state.homes, is_row);
}

bool is_to_go(const pipeline_state& state, const planned_reset& plan, const reset_flags& flags,
              const std::string& child, const stored_key& x) {
  const auto& home = *plan.home;
  auto of_row = x.meaning.row == home.row.id;
  if (x.meaning.kind == key_kind::lease || (!of_row && !would_be_adopted(state, home, x.meaning))) {
    return false;
  }
  if (x.meaning.kind != key_kind::bookmark && (!flags.include_markers || !of_row)) {
    return false;
  }
  return flags.parent_key.empty() || home.key + "::" + x.meaning.sub == child;
}

expected<planned_reset> plan_reset(const pipeline_state& state, const reset_flags& flags) {
  planned_reset result;
  auto home = changeable_row(state, flags.row);
  if (!home) {
    return fail(std::move(home));
  }
  result.home = *home;
  auto child = child_or_row_key(**home, flags.parent_key);
  if (!child) {
    return fail(std::move(child));
  }
  auto keys = read_keys(*(*home)->store, state.pipeline);
  if (!keys) {
    return fail(std::move(keys));
  }
  for (auto& x : *keys) {
    if (is_to_go(state, result, flags, *child, x)) {
      result.keys.push_back(std::move(x));
    }
  }
  return result;
}

std::string outcome_json(const planned_reset& x, bool applied) {
  std::vector<std::string> changes;
  for (const auto& [key, meaning, json] : x.keys) {
    json_object_writer change;
    change.text("key", key).json("before", json ? *json : "null");
    if (!json) {
      change.text("error", json.error().what);
    }
    changes.push_back(std::move(change).finish());
  }
  json_object_writer out;
  out.text("row", x.home->row.id).json("changes", json_list(changes));
  out.boolean("token_rewound", false).boolean("applied", applied);
  out.json("warnings", json_texts(x.warnings));
  return std::move(out).finish();
}

void print_plan(const planned_reset& x) {
  std::printf("reset of row %s\n", x.home->row.id.c_str());
  for (const auto& [key, meaning, json] : x.keys) {
    std::printf("  delete  %s (was %s)\n", key.c_str(),
                json ? json->c_str() : ("not readable: " + json.error().what).c_str());
  }
}

/// Removes, as far as nobody has changed what was shown.
expected<void> apply(const planned_reset& x) {
  auto& store = *x.home->store;
  for (const auto& [key, meaning, json] : x.keys) {
    // A marker may move at any time; it goes whatever it says.
    if (!json || meaning.kind != key_kind::bookmark) {
      if (auto removed = store.remove(key); !removed) {
        return removed;
      }
      continue;
    }
    auto removed = store.compare_and_remove(key, *json);
    if (!removed) {
      return fail(std::move(removed));
    }
    if (!*removed) {
      return changed_meanwhile(key);
    }
  }
  return {};
}

/// Every bookmark that goes, and the row: a run of one of them is in the way.
row_edit::request leases_for(const pipeline_state& state, const planned_reset& x, bool force) {
  row_edit::request result{{x.home->key}, "state-reset", force};
  for (const auto& [key, meaning, json] : x.keys) {
    auto of = bookmark_key(state.pipeline, meaning);
    if (std::ranges::count(result.keys, of) == 0) {
      result.keys.push_back(of);
    }
  }
  return result;
}

exit_code reset(const reset_flags& flags) {
  auto state = open_pipeline_state(*flags.pipeline);
  if (!state) {
    return complain(state.error());
  }
  auto plan = plan_reset(*state, flags);
  if (!plan) {
    return complain(masked(plan.error(), state->secrets));
  }
  if (plan->keys.empty()) {
    if (flags.change.json) {
      print_json(outcome_json(*plan, false));
    } else {
      std::printf("row %s: no state to reset\n", plan->home->row.id.c_str());
    }
    return exit_code::done;
  }
  if (flags.rewind_token) {
    plan->warnings.emplace_back("--rewind-token: the sink keeps no position that it committed");
  }
  auto& store = *plan->home->store;
  auto edit = leases_for(*state, *plan, flags.change.force);
  return carry_out({flags.change, {{store, std::move(edit)}}, state->secrets, plan->warnings},
                   {[&plan] { print_plan(*plan); },
                    [&plan](bool applied) { return outcome_json(*plan, applied); },
                    [&plan] { return apply(*plan); }});
}

} // namespace

void add_state_reset_command(CLI::App& state, command_context& context) {
  auto* command =
    state.add_subcommand("reset", "Forget the bookmark of a row: its next run starts over");
  auto flags = std::make_shared<reset_flags>();
  flags->pipeline = add_pipeline_flags(*command);
  command->add_option("--row", flags->row, "The row")->required();
  command->add_option("--parent-key", flags->parent_key,
                      "Of a child row: only this parent record's bookmark (default: all)");
  command->add_flag("--include-markers", flags->include_markers,
                    "Also forget the outcomes of earlier runs and other markers");
  command->add_flag("--rewind-token", flags->rewind_token,
                    "Also delete the position that the sink committed (no sink keeps one yet)");
  command->add_flag("--skip-watermark-check", flags->skip_watermark_check,
                    "Do not ask the sink for the position it committed (no sink keeps one yet)");
  add_change_flags(*command, flags->change);
  command->callback([&context, flags] { context.chosen = [flags] { return reset(*flags); }; });
}

} // namespace faucet
