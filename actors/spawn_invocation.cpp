#include "actors/spawn_invocation.hpp"

#include "actors/defaults.hpp"
#include "actors/detached.hpp"
#include "actors/host_sink.hpp"
#include "actors/host_source.hpp"
#include "actors/host_transforms.hpp"
#include "actors/tallied_drivers.hpp"
#include "connectors/write_epoch.hpp"

#include <caf/all.hpp>

namespace faucet {

namespace {

template <class Handle>
void end(run_actor::pointer self, const Handle& started) {
  if (started) {
    self->send_exit(started, caf::exit_reason::user_shutdown);
  }
}

std::shared_ptr<row_tally> tally_for(const shared_parts& shared, const invocation_plan& drivers) {
  const auto& run = shared.run;
  if (!run.tally) {
    return nullptr;
  }
  const auto& letters = shared.row.letters;
  return run.tally(
    {.pipeline = run.pipeline,
     .row = shared.row.id,
     .source = drivers.source_type,
     .sink = drivers.sink_type,
     .letters = letters ? run.dead_letter_sinks[letters->sink].type : "",
     .remembers = shared.row.store.has_value(),
     .bookmarks = shared.row.store && drivers.source->resumes() && !drivers.sink->overwrites()});
}

} // namespace

driver_context context_for(const run_plan& run, const std::string& row, const std::string& type,
                           std::shared_ptr<const std::atomic<bool>> stop) {
  driver_context result;
  result.stop = std::move(stop);
  result.stop_grace = run.stop_grace;
  if (run.hold && run.hold->epoch > 1) {
    result.patience_with_earlier_owner = defaults::patience_with_earlier_owner;
  }
  result.warn = [warn = run.warn, secrets = run.secrets, row, type](const std::string& text) {
    if (warn) {
      warn(row, type, secrets.apply(text));
    }
  };
  return result;
}

expected<invocation_actor> spawn_invocation(run_actor::pointer self, const shared_parts& shared,
                                            const invocation_name& name, const std::string& run_id,
                                            const invocation_plan& drivers) {
  const auto& [run, row, store, letters, listener, capture, tables] = shared;
  invocation_parts parts;
  auto label = name.parent_key ? row.id + "[" + *name.parent_key + "]" : row.id;
  auto context_of = [&](const std::string& type, const std::shared_ptr<std::atomic<bool>>& stop) {
    return context_for(run, label, type, stop);
  };
  parts.row = row.id;
  parts.parent_key = name.parent_key;
  parts.run_id = run_id;
  parts.source_type = drivers.source_type;
  parts.sink_type = drivers.sink_type;
  parts.tally = tally_for(shared, drivers);
  parts.memory = {store,           name.state_key, row.markers, run.force,
                  name.older_keys, row.store_type, run.hold,    parts.tally};
  auto give_up = [&](error why) {
    end(self, parts.source);
    end(self, parts.transforms);
    return tl::unexpected(std::move(why));
  };
  auto source =
    spawn_detached(*self, host_source, drivers.source_type, tallied(drivers.source, parts.tally),
                   context_of(drivers.source_type, parts.stop));
  if (!source) {
    return give_up(std::move(source).error());
  }
  parts.source = std::move(*source);
  if (!drivers.transforms.empty()) {
    auto transforms =
      spawn_detached(*self, host_transforms, std::make_shared<transform_chain>(drivers.transforms),
                     context_of("transform", parts.cancelled));
    if (!transforms) {
      return give_up(std::move(transforms).error());
    }
    parts.transforms = std::move(*transforms);
  }
  auto of_sink = context_of(drivers.sink_type, parts.cancelled);
  of_sink.claim = [tables, id = row.id](const opened_table& table, table_use how) {
    return tables->claim(table, how, id);
  };
  fence(*drivers.sink, run.hold, row.id);
  gap_rule gaps;
  if (letters) {
    gaps = [rules = row.letters->rules](const error& why) { return rules.take_page(why); };
  }
  auto sink = spawn_detached(
    *self, host_sink, drivers.sink_type, tallied(drivers.sink, parts.tally), std::move(of_sink),
    letters ? rejection::allowed : rejection::forbidden, run.permit, std::move(gaps));
  if (!sink) {
    return give_up(std::move(sink).error());
  }
  parts.sink = std::move(*sink);
  if (letters) {
    parts.letters = {letters, row.letters->rules};
  }
  parts.listener = listener;
  parts.overwrites = drivers.sink->overwrites();
  parts.sample = run.sample;
  if (capture) {
    parts.capture = [capture](const page& rows, const std::vector<rejected_row>& rejected) {
      return capture->add(rows, rejected);
    };
  }
  parts.warn = context_of("state", parts.cancelled).warn;
  parts.secrets = run.secrets;
  parts.limit = run.limit;
  return self->spawn(invocation, std::move(parts));
}

} // namespace faucet
