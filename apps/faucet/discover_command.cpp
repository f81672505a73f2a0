#include "apps/faucet/command.hpp"
#include "apps/faucet/discovery_file.hpp"
#include "apps/faucet/json_output.hpp"
#include "apps/faucet/output_file.hpp"
#include "config/secret_mask.hpp"
#include "connectors/catalogue.hpp"
#include "state/json_text.hpp"

#include <CLI/CLI.hpp>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace faucet {

namespace {

struct discover_flags {
  std::shared_ptr<pipeline_flags> pipeline;
  std::string source;
  std::string sink;
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  std::string output;
  bool force = false;
  bool json = false;
};

expected<std::vector<dataset>> discover(const source_spec& source, const discover_flags& flags) {
  auto type = find_source(built_in_catalogue(), source.type);
  if (!type) {
    return fail(std::move(type));
  }
  auto driver = (*type)->make(source.config);
  if (!driver) {
    return fail(std::move(driver));
  }
  auto warn = [&](const std::string& text) { spdlog::warn("{}: {}", (*type)->type, text); };
  auto found = (*driver)->discover(driver_context{.stop = nullptr, .warn = warn});
  if (!found) {
    return fail(std::move(found));
  }
  auto count = found->size();
  std::erase_if(*found, [&flags](const dataset& x) {
    auto is_match = [&x](const std::string& pattern) { return matches(pattern, x.name); };
    return (!flags.include.empty() && std::ranges::none_of(flags.include, is_match))
           || std::ranges::any_of(flags.exclude, is_match);
  });
  if (found->empty() && count > 0) {
    return fail(ec::invalid_config,
                "--include and --exclude leave none of the " + std::to_string(count) + " datasets");
  }
  if (found->empty()) {
    return fail(ec::source_failed, "there is no dataset to read");
  }
  return found;
}

std::string datasets_json(std::string_view type, const std::vector<dataset_row>& rows,
                          const row_target& target) {
  std::vector<std::string> items;
  for (const auto& row : rows) {
    json_object_writer patch;
    for (const auto& [key, text] : row.origin.options) {
      patch.text(key, text);
    }
    json_object_writer out;
    out.text("name", row.origin.name).text("kind", "table");
    if (row.origin.estimated_rows) {
      out.number("estimated_rows", *row.origin.estimated_rows);
    }
    out.json("config_patch", std::move(patch).finish());
    if (!row.target.empty()) {
      out.json("sink_patch",
               std::move(json_object_writer{}.text(target.option, row.target)).finish());
    }
    if (!row.origin.primary_key.empty()) {
      out.json("primary_key", json_texts(row.origin.primary_key));
    }
    items.push_back(std::move(out).finish());
  }
  json_object_writer out;
  out.text("source", type).json("datasets", json_list(items));
  return std::move(out).finish();
}

expected<std::string> make_config(const discovery_file& file, const std::vector<dataset_row>& rows,
                                  const row_target& target) {
  std::vector<generated_row> matrix;
  for (const auto& row : rows) {
    matrix.push_back(to_matrix_row(row, target));
  }
  auto heading =
    "Written by `faucet discover`: a row for each of " + std::to_string(rows.size()) + " datasets.";
  if (file.document.find("matrix") != nullptr) {
    heading += " It takes the place of the matrix that was here.";
  }
  return replace_matrix(file.text, file.path, heading, matrix);
}

exit_code print(const discover_flags& flags, const std::string& text, size_t datasets) {
  if (flags.output.empty()) {
    std::fputs(text.c_str(), stdout);
    return exit_code::done;
  }
  if (auto written = write_output_file(flags.output, text); !written) {
    return complain(written.error());
  }
  std::fprintf(stderr, "wrote %s with a row for each of %zu datasets\n", flags.output.c_str(),
               datasets);
  return exit_code::done;
}

exit_code discover(const discover_flags& flags) {
  std::error_code unknown;
  if (!flags.output.empty() && !flags.force && std::filesystem::exists(flags.output, unknown)) {
    return complain({ec::invalid_config, "is there already; --force replaces it", flags.output});
  }
  auto file = read_discovery_file(*flags.pipeline);
  if (!file) {
    return complain(file.error());
  }
  auto ends = choose_ends(*file, flags.source, flags.sink);
  if (!ends) {
    return complain(ends.error());
  }
  secret_mask secrets;
  secrets.learn(ends->source->config);
  auto found = discover(*ends->source, flags);
  if (!found) {
    return complain(masked(found.error(), secrets));
  }
  auto rows = rows_of(std::move(*found), ends->target);
  if (flags.json) {
    auto type = ends->source->type.text();
    return print(flags, indented(datasets_json(*type, rows, ends->target)), rows.size());
  }
  auto text = make_config(*file, rows, ends->target);
  return text ? print(flags, *text, rows.size()) : complain(text.error());
}

} // namespace

void add_discover_command(CLI::App& app, command_context& context) {
  auto* command = app.add_subcommand(
    "discover", "Write a pipeline file with a row for each table that its source reaches");
  auto flags = std::make_shared<discover_flags>();
  flags->pipeline = add_pipeline_flags(*command);
  auto several = [command](const char* name, auto& into, const char* help) {
    command->add_option(name, into, help)->take_all()->allow_extra_args(false);
  };
  command->add_option("--source", flags->source, "Which of pipeline.sources to look behind");
  command->add_option("--sink", flags->sink, "Which of pipeline.sinks the rows write");
  several("--include", flags->include, "Only datasets like this; * is any text (may be repeated)");
  several("--exclude", flags->exclude, "No datasets like this (may be repeated)");
  command->add_option("-o,--output", flags->output, "File to write (default: standard output)");
  command->add_flag("--force", flags->force, "Replace the file that is there");
  command->add_flag("--json", flags->json, "What was found, as one JSON document");
  command->callback([&context, flags] { context.chosen = [flags] { return discover(*flags); }; });
}

} // namespace faucet
