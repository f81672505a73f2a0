#include "apps/faucet/json_output.hpp"
#include "apps/faucet/pipeline_state.hpp"
#include "apps/faucet/state_commands.hpp"
#include "apps/faucet/state_edit.hpp"
#include "config/bounded_file.hpp"
#include "state/json_text.hpp"
#include "state/state_export.hpp"
#include "state/store_address.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <memory>

namespace faucet {

namespace {

constexpr size_t largest_export = size_t{1} << 30;

struct import_flags {
  std::shared_ptr<pipeline_flags> pipeline;
  change_flags change;
  std::string file;
  std::string to_state;
  bool overwrite = false;
};

/// One store, what it is to hold and what it held when that was planned.
struct planned_store {
  std::shared_ptr<state_store> store;
  std::vector<state_store::entry> keys;
  std::vector<std::string> existing;
  std::vector<std::string> deleted; ///< those that are not to stay
};

struct planned_import {
  std::string pipeline;
  std::vector<planned_store> stores;
  std::vector<std::string> warnings;
};

/// All texts of all stores, one after the other.
template <class Part>
std::vector<std::string> all(const planned_import& x, Part part) {
  std::vector<std::string> result;
  for (const auto& store : x.stores) {
    std::ranges::copy(part(store), std::back_inserter(result));
  }
  return result;
}

std::vector<std::string> names_of(const planned_store& x) {
  std::vector<std::string> result;
  std::ranges::transform(x.keys, std::back_inserter(result), &state_store::entry::key);
  return result;
}

/// What is there of a pipeline, leases aside.
expected<std::vector<std::string>> existing_keys(state_store& store, const std::string& pipeline) {
  auto keys = store.list(key_prefix(pipeline));
  if (!keys) {
    return fail(std::move(keys));
  }
  std::erase_if(*keys, [&pipeline](const std::string& key) {
    auto meaning = meaning_of(pipeline, key);
    return !meaning || meaning->kind == key_kind::lease;
  });
  return std::move(*keys);
}

/// Where the rows of the pipeline keep their state; with --to-state, there alone.
expected<void> choose_stores(pipeline_state& state, const import_flags& flags) {
  if (flags.to_state.empty()) {
    return {};
  }
  auto block = store_at(flags.to_state);
  if (!block) {
    return fail(std::move(block));
  }
  std::vector<row_spec> rows;
  for (auto& home : state.homes) {
    rows.push_back(std::move(home.row));
    rows.back().state = *block;
  }
  auto homes = find_homes(state.pipeline, std::move(rows));
  if (!homes) {
    return fail(std::move(homes));
  }
  state.homes = std::move(*homes);
  return {};
}

/// The store of the row that a key is about; of other keys, the first.
planned_store& store_for(planned_import& plan, const pipeline_state& state,
                         const std::string& key) {
  auto meaning = meaning_of(state.pipeline, key);
  for (const auto& home : state.homes) {
    if (meaning && home.store && home.row.id == meaning->row) {
      return *std::ranges::find(plan.stores, home.store, &planned_store::store);
    }
  }
  return plan.stores.front();
}

expected<void> find_existing(planned_import& plan, const import_flags& flags) {
  size_t found = 0;
  for (auto& store : plan.stores) {
    auto existing = existing_keys(*store.store, plan.pipeline);
    if (!existing) {
      return fail(std::move(existing));
    }
    store.existing = std::move(*existing);
    std::ranges::set_difference(store.existing, names_of(store), std::back_inserter(store.deleted));
    found += store.existing.size();
  }
  if (found > 0 && !flags.overwrite) {
    return fail(ec::invalid_config,
                "has " + std::to_string(found)
                  + " state keys there already; --overwrite replaces them all with the export",
                "pipeline \"" + plan.pipeline + "\"");
  }
  return {};
}

expected<planned_import> plan_import(const pipeline_state& state, const import_flags& flags) {
  planned_import result;
  result.pipeline = state.pipeline;
  auto text = read_bounded_file(flags.file, largest_export);
  if (!text) {
    return fail(std::move(text));
  }
  auto content = read_export(*text, state.pipeline, result.warnings);
  if (!content) {
    return fail(content.error().code, render(content.error()), flags.file);
  }
  for (const auto& store : stores_of(state.homes)) {
    result.stores.push_back({store, {}, {}, {}});
  }
  if (result.stores.empty()) {
    return fail(ec::invalid_config, "has no \"state\" block; say where to with --to-state",
                "pipeline \"" + state.pipeline + "\"");
  }
  if (std::ranges::none_of(state.homes, &row_home::durable)) {
    result.warnings.emplace_back("state of type memory is forgotten when this command ends");
  }
  for (auto& entry : content->keys) {
    store_for(result, state, entry.key).keys.push_back(std::move(entry));
  }
  if (auto ok = find_existing(result, flags); !ok) {
    return fail(std::move(ok));
  }
  return result;
}

std::string outcome_json(const planned_import& x, bool applied) {
  auto written = all(x, names_of);
  json_object_writer out;
  out.text("pipeline", x.pipeline).number("keys", written.size());
  out.json("existing", json_texts(all(x, [](const auto& s) { return s.existing; })));
  out.json("written", json_texts(written));
  out.json("deleted", json_texts(all(x, [](const auto& s) { return s.deleted; })));
  out.boolean("applied", applied).json("warnings", json_texts(x.warnings));
  return std::move(out).finish();
}

void print_plan(const planned_import& x) {
  auto print = [](const char* verb, const std::vector<std::string>& keys) {
    for (const auto& key : keys) {
      std::printf("  %-7s %s\n", verb, key.c_str());
    }
  };
  auto written = all(x, names_of);
  std::printf("import of %zu keys of pipeline %s\n", written.size(), x.pipeline.c_str());
  print("write", written);
  print("delete", all(x, [](const auto& store) { return store.deleted; }));
}

expected<void> apply(const planned_import& x) {
  for (const auto& part : x.stores) {
    auto existing = existing_keys(*part.store, x.pipeline);
    if (!existing) {
      return fail(std::move(existing));
    }
    if (*existing != part.existing) {
      return changed_meanwhile("state of pipeline \"" + x.pipeline + "\"");
    }
    if (auto put = part.store->put_batch(part.keys); !put) {
      return put;
    }
    for (const auto& key : part.deleted) {
      if (auto removed = part.store->remove(key); !removed) {
        return removed;
      }
    }
  }
  return {};
}

/// Every row, and every child that is there: a run of one of them is in the way.
expected<std::vector<changed_store>> changes_of(const pipeline_state& state,
                                                const planned_import& plan, bool force) {
  std::vector<changed_store> result;
  for (const auto& part : plan.stores) {
    row_edit::request edit{{}, "state-import", force};
    for (const auto& home : state.homes) {
      if (home.store == part.store) {
        edit.keys.push_back(home.key);
      }
    }
    auto keys = part.store->list(key_prefix(state.pipeline));
    if (!keys) {
      return fail(std::move(keys));
    }
    for (const auto& key : *keys) {
      auto meaning = meaning_of(state.pipeline, key);
      if (meaning->kind == key_kind::bookmark || meaning->kind == key_kind::lease) {
        edit.keys.push_back(bookmark_key(state.pipeline, *meaning));
      }
    }
    std::ranges::sort(edit.keys);
    edit.keys.erase(std::unique(edit.keys.begin(), edit.keys.end()), edit.keys.end());
    result.push_back({*part.store, std::move(edit)});
  }
  return result;
}

exit_code import_state(const import_flags& flags) {
  auto state = open_pipeline_state(*flags.pipeline);
  if (!state) {
    return complain(state.error());
  }
  auto plan = choose_stores(*state, flags).and_then([&] { return plan_import(*state, flags); });
  if (!plan) {
    return complain(masked(plan.error(), state->secrets));
  }
  auto changes = changes_of(*state, *plan, flags.change.force);
  if (!changes) {
    return complain(masked(changes.error(), state->secrets));
  }
  return carry_out({flags.change, std::move(*changes), state->secrets, plan->warnings},
                   {[&plan] { print_plan(*plan); },
                    [&plan](bool applied) { return outcome_json(*plan, applied); },
                    [&plan] { return apply(*plan); }});
}

} // namespace

void add_state_import_command(CLI::App& state, command_context& context) {
  auto* command =
    state.add_subcommand("import", "Put an export back, or into a store of another kind");
  auto flags = std::make_shared<import_flags>();
  flags->pipeline = add_pipeline_flags(*command);
  command->get_option("pipeline")->required();
  command->add_option("file", flags->file, "What `faucet state export` wrote")->required();
  command->add_option("--to-state", flags->to_state,
                      "Into this store: postgres://…, redis://…, file:DIR, a folder, memory, or "
                      "{type: …, config: …}");
  command->add_flag("--overwrite", flags->overwrite,
                    "Replace what is stored; keys that the export lacks are deleted");
  add_change_flags(*command, flags->change);
  command->callback(
    [&context, flags] { context.chosen = [flags] { return import_state(*flags); }; });
}

} // namespace faucet
