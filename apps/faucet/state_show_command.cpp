#include "apps/faucet/json_output.hpp"
#include "apps/faucet/state_commands.hpp"
#include "apps/faucet/state_json.hpp"
#include "apps/faucet/stored_state.hpp"
#include "state/json_text.hpp"
#include "state/run_lease.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <memory>

namespace faucet {

namespace {

std::string role_of(const row_home& home) {
  return home.row.is_child() ? "child" : "root";
}

std::string list_json(const std::vector<const stored_key*>& keys) {
  std::vector<std::string> items;
  for (const auto* key : keys) {
    items.push_back(key_json(*key));
  }
  return json_list(items);
}

std::string row_json(const stored_row& x) {
  json_object_writer out;
  out.text("row", x.home->row.id).text("role", role_of(*x.home)).text("state_key", x.home->key);
  if (x.home->store) {
    out.text("store", x.home->store_type);
  }
  out.json("bookmark", x.facts.bookmark ? x.facts.bookmark->data.json : "null");
  if (x.facts.bookmark) {
    out.json("state_format", format_json(*x.facts.bookmark, x.home->source_type));
  }
  out.json("sub_bookmarks", list_json(x.keys.sub_bookmarks));
  out.json("markers", list_json(x.keys.markers));
  if (x.facts.lease && x.facts.lease_is_live) {
    out.json("running", to_json(*x.facts.lease));
  }
  if (!x.facts.errors.empty()) {
    out.json("errors", json_texts(x.facts.errors));
  }
  return std::move(out).finish();
}

void show_json(const stored_state& x) {
  std::vector<std::string> rows;
  for (const auto& row : x.rows) {
    rows.push_back(row_json(row));
  }
  json_object_writer out;
  out.text("pipeline", x.pipeline).json("rows", json_list(rows));
  out.json("pipeline_keys", list_json(x.of_pipeline)).json("orphans", list_json(x.orphans));
  print_json(std::move(out).finish());
}

void print_line(const std::string& label, const std::string& text) {
  std::printf("  %-15s %s\n", label.c_str(), text.c_str());
}

std::string value_text(const stored_key& x) {
  constexpr size_t longest = 200;
  if (!x.json) {
    return "cannot be read: " + x.json.error().what;
  }
  return x.json->size() <= longest ? *x.json : x.json->substr(0, longest) + "…";
}

std::string status_text(const row_status& x) {
  auto when = [](const std::optional<run_event>& event) {
    return event ? to_text(std::chrono::time_point_cast<std::chrono::seconds>(event->at)) : "never";
  };
  return "last success " + when(x.last_success) + ", last failure " + when(x.last_failure);
}

/// A marker of the row or of a child, as far as it is not told elsewhere.
void show_marker(const stored_key& x) {
  auto label = std::string{to_string(x.meaning.kind)};
  auto of = x.meaning.sub.empty() ? std::string{} : x.meaning.sub + ": ";
  if (x.meaning.kind == key_kind::status && x.json) {
    if (auto status = read_status(*x.json)) {
      print_line(label, of + status_text(*status));
      return;
    }
  }
  print_line(label, of + value_text(x));
}

/// True where null is stored, which is no bookmark.
bool is_null_bookmark(const stored_key& x) {
  if (!x.json) {
    return false;
  }
  auto stored = read_envelope(x.key, *x.json);
  return stored && !stored->holds_position();
}

void show_row(const stored_row& x) {
  std::printf("\nrow %s (%s), key %s, %s\n", x.home->row.id.c_str(), role_of(*x.home).c_str(),
              x.home->key.c_str(),
              x.home->store ? (x.home->store_type + " store").c_str() : "no state store");
  if (x.facts.bookmark) {
    auto how = format_of(*x.facts.bookmark, x.home->source_type);
    print_line("bookmark", x.facts.bookmark->data.json);
    print_line("format", x.facts.bookmark->owner.value_or("no owner") + " schema "
                           + std::to_string(x.facts.bookmark->schema) + " ("
                           + std::string{to_string(how.fit)}
                           + (how.reason.empty() ? "" : ": " + how.reason) + ")");
  } else if (x.keys.bookmark != nullptr && !is_null_bookmark(*x.keys.bookmark)) {
    print_line("bookmark", value_text(*x.keys.bookmark));
  } else if (!x.home->row.is_child()) {
    print_line("bookmark", "none; the next run starts from the beginning");
  } else if (x.keys.sub_bookmarks.empty()) {
    print_line("bookmark", "none; the next run starts every child from the beginning");
  }
  for (const auto* sub : x.keys.sub_bookmarks) {
    print_line("sub-bookmark", sub->meaning.sub + " = " + value_text(*sub));
  }
  if (x.facts.lease) {
    print_line(x.facts.lease_is_live ? "running" : "expired lease",
               describe_holder(*x.facts.lease));
  }
  for (const auto* marker : x.keys.markers) {
    if (marker->meaning.kind != key_kind::lease || !marker->meaning.sub.empty()) {
      show_marker(*marker);
    }
  }
}

void show_keys(const char* title, const std::vector<const stored_key*>& keys) {
  if (!keys.empty()) {
    std::printf("\n%s\n", title);
  }
  for (const auto* x : keys) {
    std::printf("  %s = %s\n", x->key.c_str(), value_text(*x).c_str());
  }
}

void show_text(const stored_state& x) {
  std::printf("pipeline %s\n", x.pipeline.c_str());
  for (const auto& row : x.rows) {
    show_row(row);
  }
  show_keys("keys of the pipeline", x.of_pipeline);
  show_keys("keys of rows no longer in the config", x.orphans);
}

exit_code show(const pipeline_flags& flags, const std::string& row, bool json) {
  auto state = open_pipeline_state(flags);
  if (!state) {
    return complain(state.error());
  }
  auto shown = look_into(*state, row);
  if (!shown) {
    return complain(masked(shown.error(), state->secrets));
  }
  json ? show_json(*shown) : show_text(*shown);
  return shown->unreadable == 0 ? exit_code::done : exit_code::failed;
}

} // namespace

void add_state_show_command(CLI::App& state, command_context& context) {
  auto* command = state.add_subcommand(
    "show", "Print the bookmark and the markers of each row, and what no row owns any more");
  auto flags = add_pipeline_flags(*command);
  auto row = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  command->add_option("--row", *row, "Only this row");
  command->add_flag("--json", *json, "One JSON document");
  command->callback([&context, flags, row, json] {
    context.chosen = [flags, row, json] { return show(*flags, *row, *json); };
  });
}

} // namespace faucet
