#include "apps/node/node_parts.hpp"

#include "apps/node/node_door.hpp"
#include "apps/node/node_metrics.hpp"
#include "apps/node/node_settings.hpp"
#include "apps/node/submission_check.hpp"
#include "apps/program/described_types.hpp"
#include "cluster/run_journal.hpp"
#include "connectors/catalogue.hpp"

#include <spdlog/spdlog.h>

namespace faucet {

node_commons make_commons(caf::actor_system& system, const node_settings& settings) {
  return {.door = std::make_shared<node_door>(system, settings.control.clustered),
          .counts = std::make_shared<node_metrics>(settings.control.clustered),
          .streams = std::make_shared<log_streams>(),
          .journal = std::make_shared<run_journal>()};
}

std::shared_ptr<execution_place> make_place(const node_settings& settings,
                                            const node_commons& commons) {
  auto result = std::make_shared<execution_place>();
  result->connectors = &built_in_catalogue();
  result->variables = settings.variables;
  result->defaults = settings.control.default_config;
  result->bounds = pipeline_bounds{settings.bounds};
  result->keys = settings.keys;
  if (settings.control.clustered) {
    result->needs_bare_bookmarks = [door = commons.door] { return door->has_older_members(); };
  }
  result->counts = commons.counts;
  result->journal = commons.journal;
  result->probe = probe_claimed_with(*result, settings.probe_limit);
  return result;
}

std::shared_ptr<const control_parts> make_control_parts(const node_settings& settings,
                                                        const node_commons& commons,
                                                        std::shared_ptr<access_control> access,
                                                        std::shared_ptr<execution_place> place) {
  auto result = std::make_shared<control_parts>();
  const auto& [door, counts, streams, journal] = commons;
  result->settings = settings.control;
  result->door = door;
  result->access = std::move(access);
  result->streams = streams;
  result->check = check_with(place);
  result->probe = probe_with(place, settings.probe_limit);
  result->keys = settings.keys;
  result->types = describe_everything();
  result->metrics = [door, counts] { return counts->text(door->view()); };
  result->note = [counts](const request_note& note) { counts->requested(note); };
  result->note_replay = [counts] { counts->replayed(); };
  result->note_cancelled = [counts] { counts->ended(run_status::cancelled, "cancelled", 1); };
  result->log = [](const std::string& text) { spdlog::error("{}", text); };
  return result;
}

} // namespace faucet
