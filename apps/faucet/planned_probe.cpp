#include "apps/faucet/planned_probe.hpp"

#include "config/deferred_text.hpp"
#include "connectors/catalogue.hpp"
#include "state/envelope.hpp"
#include "state/json_text.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// True where something in the config waits for the records of another row.
bool waits_for_records(const node& x) {
  if (x.deferred() != nullptr) {
    return true;
  }
  if (const auto* items = x.list()) {
    return std::ranges::any_of(*items, waits_for_records);
  }
  const auto* entries = x.map();
  return entries != nullptr && std::ranges::any_of(*entries, [](const auto& entry) {
           return waits_for_records(entry.value);
         });
}

std::string type_of(const component_spec& x) {
  return x.type.text() != nullptr ? *x.type.text() : std::string{"?"};
}

/// The probe of a connector. What its options say wrong is found out here, without any I/O.
template <class Descriptor>
planned_probe connector_probe(size_t row, const std::string& role, const component_spec& spec,
                              expected<const Descriptor*> type, const std::string& parent) {
  planned_probe plan{row, {.role = role, .connector = type_of(spec), .name = "reach"}, {}, {}};
  if (waits_for_records(spec.config)) {
    plan.result.reason = "its options take values from records of row " + parent;
    return plan;
  }
  auto made = type ? (*type)->make(spec.config) : fail(std::move(type));
  if (!made) {
    plan.result.name = "options";
    plan.call = [why = made.error()](const auto&) -> expected<void> {
      return tl::unexpected<error>(why);
    };
    return plan;
  }
  plan.identity = (role == "source" ? "source " : "sink ") + type_of(spec) + json_of(spec.config);
  plan.call = [driver = std::shared_ptr{std::move(*made)}](auto stop) {
    return driver->probe(driver_context{.stop = std::move(stop), .warn = [](const auto&) {}});
  };
  return plan;
}

/// The row before this one that writes a file which this one reads; null if there is none. Such a
/// file need not be there yet.
const row_home* writer_before(const pipeline_state& state, const row_home& home) {
  const auto& all = built_in_catalogue();
  if (home.row.depends_on.empty() || waits_for_records(home.row.source.config)) {
    return nullptr;
  }
  auto type = find_source(all, home.row.source.type);
  auto source = type ? (*type)->make(home.row.source.config) : fail(std::move(type));
  if (!source) {
    return nullptr;
  }
  for (const auto& other : state.homes) {
    if (std::ranges::find(home.row.depends_on, other.row.id) == home.row.depends_on.end()
        || waits_for_records(other.row.sink.config)) {
      continue;
    }
    auto kind = find_sink(all, other.row.sink.type);
    auto sink = kind ? (*kind)->make(other.row.sink.config) : fail(std::move(kind));
    if (sink && std::ranges::any_of((*sink)->writes(), [&](const auto& file) {
          return (*source)->reads(file);
        })) {
      return &other;
    }
  }
  return nullptr;
}

planned_probe store_probe(size_t row, const row_home& home) {
  return {row,
          {.role = "state", .connector = home.store_type, .name = "put, get, remove"},
          "state " + home.store_type + json_of(home.row.state->config),
          [store = home.store](const auto&) { return store->check(); }};
}

/// Whether the next run will read the bookmarks of the row.
expected<void> check_bookmarks(state_store& store, const std::string& pipeline,
                               const row_home& home) {
  auto keys = store.list(home.key);
  if (!keys) {
    return fail(std::move(keys));
  }
  for (const auto& key : *keys) {
    auto meaning = meaning_of(pipeline, key);
    if (!meaning || meaning->row != home.row.id || meaning->kind != key_kind::bookmark) {
      continue;
    }
    auto held = store.get(key);
    if (held && *held) {
      if (auto opened = open_bookmark(key, home.source_type, **held); !opened) {
        return fail(std::move(opened));
      }
    } else if (!held) {
      return fail(std::move(held));
    }
  }
  return {};
}

planned_probe bookmark_probe(size_t row, const pipeline_state& state, const row_home& home) {
  return {
    row,
    {.role = "state", .connector = home.store_type, .name = "bookmarks"},
    {},
    [&state, &home](const auto&) { return check_bookmarks(*home.store, state.pipeline, home); }};
}

} // namespace

std::vector<planned_probe> plan_probes(const pipeline_state& state, size_t row) {
  const auto& home = state.homes[row];
  const auto& all = built_in_catalogue();
  std::vector<planned_probe> result;
  result.push_back(connector_probe(row, "source", home.row.source,
                                   find_source(all, home.row.source.type), home.row.parent));
  if (const auto* before = writer_before(state, home)) {
    result.back().result.reason = "row " + before->row.id + " writes what it reads";
    result.back().call = nullptr;
    result.back().identity.clear();
  }
  result.push_back(connector_probe(row, "sink", home.row.sink, find_sink(all, home.row.sink.type),
                                   home.row.parent));
  if (const auto& dlq = home.row.dlq) {
    result.push_back(
      connector_probe(row, "dlq", dlq->sink, find_sink(all, dlq->sink.type), home.row.parent));
  }
  if (home.store) {
    result.push_back(store_probe(row, home));
  }
  if (home.durable) {
    result.push_back(bookmark_probe(row, state, home));
  }
  return result;
}

} // namespace faucet
