#include "apps/faucet/confirmation.hpp"
#include "apps/faucet/json_output.hpp"
#include "apps/faucet/pipeline_state.hpp"
#include "apps/faucet/state_commands.hpp"
#include "apps/faucet/state_edit.hpp"
#include "config/json_reader.hpp"
#include "connectors/catalogue.hpp"
#include "state/envelope.hpp"
#include "state/json_text.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <memory>

namespace faucet {

namespace {

struct set_flags {
  std::shared_ptr<pipeline_flags> pipeline;
  change_flags change;
  std::string row;
  std::string parent_key;
  std::string bookmark;
  bool legacy_format = false;
  bool skip_watermark_check = false; ///< no sink keeps one yet
};

/// What is to be stored instead of what is there.
struct planned_set {
  const row_home* home = nullptr;
  std::string key;
  std::optional<std::string> before;
  std::string unreadable; ///< why what is there cannot be told; may be empty
  std::string after;
  std::vector<std::string> warnings;
};

expected<bookmark> bookmark_of(const std::string& text) {
  auto parsed = read_json(text, nullptr);
  if (!parsed) {
    return fail(ec::invalid_config, "must be JSON; a text needs quotes: '\"2026-09-19\"'",
                "--bookmark " + text);
  }
  if (parsed->is_null()) {
    return fail(ec::invalid_config,
                "is no position; `faucet state reset` makes the next run start over",
                "--bookmark null");
  }
  return bookmark{json_of(*parsed)};
}

expected<std::string> key_of(const row_home& home, const set_flags& flags) {
  if (home.row.is_child() && flags.parent_key.empty()) {
    return fail(ec::invalid_config,
                "is a child and has a bookmark for each parent record; say which with --parent-key",
                "row " + home.row.id);
  }
  return child_or_row_key(home, flags.parent_key);
}

expected<planned_set> plan_set(const pipeline_state& state, const set_flags& flags) {
  planned_set result;
  auto position = bookmark_of(flags.bookmark);
  if (!position) {
    return fail(std::move(position));
  }
  auto home = changeable_row(state, flags.row);
  if (!home) {
    return fail(std::move(home));
  }
  result.home = *home;
  auto owner = find_source(built_in_catalogue(), result.home->row.source.type);
  if (!owner) {
    return fail(std::move(owner));
  }
  auto key = key_of(*result.home, flags);
  if (!key) {
    return fail(std::move(key));
  }
  result.key = std::move(*key);
  result.after = flags.legacy_format ? position->json : seal_bookmark((*owner)->type, *position);
  auto held = result.home->store->get(result.key);
  if (held) {
    result.before = std::move(*held);
  } else {
    result.unreadable = held.error().what;
    result.warnings.push_back("what is stored cannot be read: " + result.unreadable);
  }
  return result;
}

std::string outcome_json(const planned_set& x, bool applied) {
  json_object_writer out;
  out.text("row", x.home->row.id).text("key", x.key);
  out.json("before", x.before.value_or("null")).json("after", x.after);
  out.boolean("applied", applied).json("warnings", json_texts(x.warnings));
  return std::move(out).finish();
}

void print_plan(const planned_set& x) {
  std::printf("bookmark of row %s (%s)\n", x.home->row.id.c_str(), x.key.c_str());
  std::printf("  before: %s\n", x.before               ? x.before->c_str()
                                : x.unreadable.empty() ? "none"
                                                       : "cannot be read");
  std::printf("  after:  %s\n", x.after.c_str());
}

/// Stores, if nobody has changed what was shown.
expected<void> apply(const planned_set& x) {
  auto& store = *x.home->store;
  if (!x.unreadable.empty()) {
    return store.put(x.key, x.after);
  }
  auto put = store.compare_and_put(x.key, x.before, x.after);
  if (!put) {
    return fail(std::move(put));
  }
  if (!*put) {
    return changed_meanwhile(x.key);
  }
  return {};
}

exit_code set(const set_flags& flags) {
  auto state = open_pipeline_state(*flags.pipeline);
  if (!state) {
    return complain(state.error());
  }
  auto plan = plan_set(*state, flags);
  if (!plan) {
    return complain(masked(plan.error(), state->secrets));
  }
  row_edit::request edit{{plan->key}, "state-set", flags.change.force};
  return carry_out({flags.change, {{*plan->home->store, edit}}, state->secrets, plan->warnings},
                   {[&plan] { print_plan(*plan); },
                    [&plan](bool applied) { return outcome_json(*plan, applied); },
                    [&plan] { return apply(*plan); }});
}

} // namespace

void add_state_set_command(CLI::App& state, command_context& context) {
  auto* command = state.add_subcommand("set", "Move the bookmark of a row to another position");
  auto flags = std::make_shared<set_flags>();
  flags->pipeline = add_pipeline_flags(*command);
  command->add_option("--row", flags->row, "The row")->required();
  command->add_option("--bookmark", flags->bookmark, "The position, as JSON")->required();
  command->add_option("--parent-key", flags->parent_key,
                      "Of a child row: the parent record, by its key");
  command->add_flag("--legacy-format", flags->legacy_format,
                    "Store the bare position, for releases that know no envelope");
  command->add_flag("--skip-watermark-check", flags->skip_watermark_check,
                    "Do not ask the sink for the position it committed (no sink keeps one yet)");
  add_change_flags(*command, flags->change);
  command->callback([&context, flags] { context.chosen = [flags] { return set(*flags); }; });
}

} // namespace faucet
