#include "cluster/run_wishes.hpp"

#include "config/json_reader.hpp"
#include "config/nearest_name.hpp"
#include "config/row_graph.hpp"
#include "config/run_clock.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

namespace faucet {

namespace {

constexpr int64_t longest_timeout = 10LL * 365 * 24 * 3600;

struct wished_selection : row_selection {};

void fields(option_visitor& v, wished_selection& x) {
  v.field("select", x.select, std::vector<std::string>{}, "Only these rows.");
  v.field("only", x.only, std::vector<std::string>{}, "Only rows that match.");
  v.field("skip", x.skip, std::vector<std::string>{}, "Not these rows.");
  v.field("tags", x.tags, std::vector<std::string>{}, "Only rows with one of these tags.");
  v.field("status", x.status, std::vector<tier>{}, "Rows of these tiers, too.");
  v.field("include_parents", x.include_parents, "Rows that a selected row waits for.");
}

/// The wishes as they are written.
struct written_wishes {
  std::optional<std::string> clock;
  std::optional<uint64_t> timeout_secs;
  std::optional<uint32_t> concurrency;
  bool doctor_first = false;
  wished_selection selection;
  named<std::vector<std::string>> depends_on;
};

void fields(option_visitor& v, written_wishes& x) {
  v.field("clock", x.clock, "What the run takes for now.");
  v.field("timeout_secs", x.timeout_secs, "How long the run may take.",
          {.minimum = 1, .maximum = longest_timeout});
  v.field("concurrency", x.concurrency, "How many rows run at once.", {.minimum = 1});
  v.field("doctor_first", x.doctor_first, false, "Whether to probe everything before the run.");
  v.field("selection", x.selection, wished_selection{}, "Which rows the run is about.");
  v.field("depends_on", x.depends_on, named<std::vector<std::string>>{},
          "Rows that wait for others.");
}

/// Says what was found by whoever accepted the run, if that one has probed.
constexpr std::string_view report_key = "doctor_report";

/// The fields of the object that are wishes, and say something.
expected<node> wishes_in(std::string_view details) {
  auto read = read_json(details, std::make_shared<const std::string>("submission"));
  if (!read) {
    return read;
  }
  if (read->map() == nullptr) {
    return fail(ec::invalid_config, "what was submitted beside the config is no object");
  }
  auto& entries = std::get<node::map_type>(read->content());
  auto is_probed = read->find(report_key) != nullptr;
  std::erase_if(
    entries, [is_probed](const auto& entry) { return is_probed && entry.key == "doctor_first"; });
  std::erase_if(entries, [options = describe_options<written_wishes>().options](const auto& entry) {
    return entry.value.is_null()
           || std::ranges::none_of(options, [&](const auto& x) { return x.name == entry.key; });
  });
  return read;
}

} // namespace

expected<run_wishes> read_wishes(std::string_view details) {
  auto known = wishes_in(details);
  if (!known) {
    return fail(std::move(known));
  }
  written_wishes written;
  if (auto ok = read_options(*known, written, "submission"); !ok) {
    return fail(std::move(ok));
  }
  run_wishes result{.clock = written.clock,
                    .concurrency = written.concurrency,
                    .doctor_first = written.doctor_first,
                    .selection = std::move(written.selection),
                    .depends_on = std::move(written.depends_on)};
  if (written.timeout_secs) {
    result.timeout = std::chrono::seconds{static_cast<int64_t>(*written.timeout_secs)};
  }
  if (written.clock) {
    auto clock = run_clock::parse(*written.clock);
    if (!clock) {
      return fail(ec::invalid_config, clock.error().what, "clock");
    }
  }
  return result;
}

expected<void> add_dependencies(pipeline_spec& spec, const run_wishes& wishes) {
  if (wishes.depends_on.empty()) {
    return {};
  }
  if (spec.matrix.empty()) {
    return fail(ec::invalid_config, "the pipeline has no matrix, so that no row waits for another",
                "depends_on");
  }
  auto ids = row_ids(spec.matrix);
  if (!ids) {
    return fail(std::move(ids));
  }
  auto place = position{std::make_shared<const std::string>("depends_on"), 0, 0};
  for (const auto& [row, targets] : wishes.depends_on) {
    auto found = std::ranges::find(*ids, row);
    if (found == ids->end()) {
      return fail(ec::invalid_config,
                  "no row \"" + row + "\"" + suggestion_of(row, {ids->begin(), ids->end()}, "rows"),
                  "depends_on");
    }
    auto& waiting = spec.matrix[static_cast<size_t>(found - ids->begin())].depends_on;
    for (const auto& target : targets) {
      row_name name{target, place};
      if (std::ranges::find(waiting, name) == waiting.end()) {
        waiting.push_back(std::move(name));
      }
    }
  }
  return {};
}

std::string canonical_dependencies(const run_wishes& wishes) {
  std::map<std::string, std::set<std::string>> edges;
  for (const auto& [row, targets] : wishes.depends_on) {
    edges[row].insert(targets.begin(), targets.end());
  }
  std::string result;
  for (const auto& [row, targets] : edges) {
    std::string list;
    for (const auto& target : targets) {
      list += (list.empty() ? "" : ",") + target;
    }
    if (!list.empty()) {
      result += (result.empty() ? "" : ";") + row + "=" + list;
    }
  }
  return result;
}

} // namespace faucet
