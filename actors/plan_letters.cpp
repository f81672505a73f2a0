#include "actors/plan_letters.hpp"

#include "config/same_content.hpp"
#include "config/scalar_text.hpp"
#include "connectors/table_target.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// An option by which a sink leaves out a part of what it is given, or of what earlier runs gave
/// it, and the value by which it does not.
struct lossy_option {
  std::string name;
  node instead; ///< what it is set to where nothing is said
  node refused;
  const char* why;
};

const std::vector<lossy_option>& lossy_options() {
  static const std::vector<lossy_option> result{
    {"append", node{true}, node{false}, "the dead letters of earlier runs would be lost"},
    {"on_unknown_field", node{std::string{"error"}}, node{std::string{"warn"}},
     "dead letters would lose the fields that have no column"}};
  return result;
}

const option_schema* find_option(const type_schema& schema, const std::string& name) {
  auto found = std::ranges::find(schema.options, name, &option_schema::name);
  return found == schema.options.end() ? nullptr : &*found;
}

expected<void> refuse(const lossy_option& option, const node& config) {
  const auto* said = config.find(option.name);
  if (said == nullptr || !same_content(*said, option.refused)) {
    return {};
  }
  auto text = scalar_text(*said).value_or("");
  return fail(ec::invalid_config,
              std::string{option.why} + "; take \"" + option.name + ": " + text + "\" out",
              to_string(said->where()));
}

/// The options with those that lose nothing where nothing is said.
expected<node> keeping_all(const component_spec& spec, const type_schema& schema) {
  auto result = spec.config;
  if (result.is_null()) {
    result.content() = node::map_type{};
  }
  for (const auto& option : lossy_options()) {
    if (const auto* csv = result.find("csv")) {
      if (auto ok = refuse(option, *csv); !ok) {
        return fail(std::move(ok));
      }
    }
    if (find_option(schema, option.name) == nullptr) {
      continue;
    }
    if (auto ok = refuse(option, result); !ok) {
      return fail(std::move(ok));
    }
    auto* entries = std::get_if<node::map_type>(&result.content());
    if (entries != nullptr && result.find(option.name) == nullptr) {
      entries->push_back(
        {option.name, node{option.instead.content(), spec.type.where()}, spec.type.where()});
    }
  }
  if (const auto* most = result.find("max_records")) {
    return fail(ec::invalid_config, "dead letters beyond \"max_records\" would be lost",
                to_string(most->where()));
  }
  return result;
}

bool is_keyed(const component_spec& sink) {
  const auto* mode = sink.config.find("write_mode");
  const auto* text = mode != nullptr ? mode->text() : nullptr;
  return text != nullptr && (*text == "upsert" || *text == "delete");
}

expected<void> check_whole_pages(const row_spec& row, const invocation_plan& drivers) {
  const auto& dlq = *row.dlq;
  if (dlq.on_batch_error != batch_error_policy::dlq_all || dlq.allow_duplicates_on_dlq_all
      || writes_all_or_nothing(*drivers.sink) || is_keyed(row.sink)) {
    return {};
  }
  return fail(
    ec::invalid_config,
    "\"on_batch_error: dlq_all\": the sink \"" + drivers.sink_type
      + "\" may have written a part of a page that failed, and replaying its dead letters "
        "would write that part again; take \"propagate\", a keyed \"write_mode\", or "
        "accept duplicates with \"allow_duplicates_on_dlq_all: true\"",
    to_string(dlq.sink.type.where()));
}

} // namespace

expected<dead_letter_plan> letter_sinks::add(const row_spec& row, const invocation_plan& drivers) {
  const auto& dlq = *row.dlq;
  if (auto ok = check_whole_pages(row, drivers); !ok) {
    return fail(std::move(ok));
  }
  auto sink = sink_of(dlq.sink);
  if (!sink) {
    return fail(std::move(sink));
  }
  for (const auto& file : writes(*sink)) {
    if (drivers.source->reads(file)) {
      return fail(ec::invalid_config, "the source reads the file of the dead letters",
                  to_string(dlq.sink.type.where()) + ": " + file.string());
    }
  }
  constexpr auto endless = std::numeric_limits<uint64_t>::max();
  return dead_letter_plan{*sink,
                          {.pipeline = pipeline_,
                           .row = row.id,
                           .sink = drivers.sink_type,
                           .secrets = secrets_,
                           .whole_pages = dlq.on_batch_error == batch_error_policy::dlq_all,
                           .payload = dlq.include_original_payload,
                           .max_per_page = dlq.max_failures_per_page.value_or(endless),
                           .max_total = dlq.max_failures_total.value_or(endless)}};
}

std::string letter_sinks::table(size_t sink) const {
  return written_table(*sinks_[sink].driver);
}

expected<size_t> letter_sinks::sink_of(const component_spec& spec) {
  for (size_t i = 0; i < specs_.size(); ++i) {
    if (same_content(specs_[i].type, spec.type) && same_content(specs_[i].config, spec.config)) {
      return i;
    }
  }
  auto found = find_sink(connectors_, spec.type);
  if (!found) {
    return fail(std::move(found));
  }
  auto config = keeping_all(spec, (*found)->options());
  if (!config) {
    return fail(std::move(config));
  }
  auto driver = (*found)->make(*config);
  if (!driver) {
    return fail(std::move(driver));
  }
  if ((*driver)->overwrites()) {
    return fail(
      ec::invalid_config,
      "the dead letters of earlier runs would be lost; dead letters need a sink that adds",
      to_string(spec.type.where()));
  }
  if (is_keyed(spec)) {
    return fail(ec::invalid_config,
                "dead letters with the same key would replace each other; dead letters need a sink "
                "that adds",
                to_string(spec.type.where()));
  }
  specs_.push_back(spec);
  sinks_.push_back({std::string{(*found)->type}, std::move(*driver)});
  return sinks_.size() - 1;
}

} // namespace faucet
