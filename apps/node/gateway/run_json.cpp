#include "apps/node/gateway/run_json.hpp"

#include "config/json_reader.hpp"
#include "state/json_text.hpp"

#include <array>

namespace faucet {

namespace {

/// What was submitted beside the pipeline and is shown where it is there.
constexpr std::array<std::string_view, 8> submitted{"timeout_secs", "doctor_first", "doctor_report",
                                                    "clock",        "concurrency",  "callback",
                                                    "selection",    "depends_on"};

/// An object in a record; empty where the text is none.
node object_in(std::string_view text) {
  auto read = read_json(text, std::make_shared<const std::string>("record"));
  return read && read->map() != nullptr ? std::move(*read) : node{node::map_type{}};
}

std::string time_or_null(const std::optional<instant>& x) {
  return x ? json_of(to_text(*x)) : "null";
}

std::string labels_json(const std::map<std::string, std::string>& labels) {
  json_object_writer result;
  for (const auto& [key, value] : labels) {
    result.text(key, value);
  }
  return std::move(result).finish();
}

/// Seconds with milliseconds behind the point.
std::string elapsed(const run_record& x, instant now) {
  if (!x.started_at) {
    return "null";
  }
  auto took = std::chrono::duration_cast<std::chrono::milliseconds>(x.finished_at.value_or(now)
                                                                    - *x.started_at);
  auto count = std::max<int64_t>(took.count(), 0);
  auto fraction = std::to_string(count % 1000);
  return std::to_string(count / 1000) + "." + std::string(3 - fraction.size(), '0') + fraction;
}

/// A callback without the values of its headers.
node without_headers(node callback) {
  if (callback.map() == nullptr) {
    return callback;
  }
  for (auto& entry : std::get<node::map_type>(callback.content())) {
    if (entry.key == "headers" && entry.value.map() != nullptr) {
      for (auto& header : std::get<node::map_type>(entry.value.content())) {
        header.value = node{std::string{"***"}};
      }
    }
  }
  return callback;
}

/// What clients and callbacks are both told of a run.
void write_run(json_object_writer& into, const run_record& x, const node& outcome, instant now) {
  into.text("run_id", x.run)
    .text("name", x.name)
    .json("labels", labels_json(x.labels))
    .text("status", to_string(x.status))
    .text("submitted_at", to_text(x.submitted_at))
    .json("started_at", time_or_null(x.started_at))
    .json("finished_at", time_or_null(x.finished_at))
    .json("elapsed_secs", elapsed(x, now))
    .number("records_written", number_field(outcome, "records_written").value_or(0))
    .text_or_null("error", x.error)
    .number("attempt", x.lost_attempts);
}

} // namespace

std::string run_json(const run_record& x, instant now, const stored_config* config) {
  auto outcome = object_in(x.outcome);
  const auto* invocations = outcome.find("invocations");
  json_object_writer result;
  write_run(result, x, outcome, now);
  result.json("invocations", invocations == nullptr ? "[]" : json_of(*invocations))
    .text_or_null("idempotency_key", x.idempotency_key)
    .text("pool", x.pool)
    .text_or_null("owner", x.owner)
    .number("epoch", x.epoch)
    .boolean("cancel_requested", x.cancel_requested);
  if (!x.submitted_by.empty()) {
    result.text("submitted_by", x.submitted_by);
  }
  auto details = object_in(x.details);
  for (auto name : submitted) {
    if (const auto* found = details.find(name); found != nullptr && !found->is_null()) {
      result.json(name, json_of(name == "callback" ? without_headers(*found) : *found));
    }
  }
  result.json("log_export", R"({"status":"disabled"})"); // logs are not shipped by this release
  if (config != nullptr) {
    result.text("config_body", config->config).text("config_format", config->format);
  }
  return std::move(result).finish();
}

std::string callback_json(const run_record& x, const node& extra_fields) {
  json_object_writer result;
  result.text("event", std::string{"run."} + to_string(x.status));
  write_run(result, x, object_in(x.outcome), x.finished_at.value_or(x.submitted_at));
  if (const auto* more = extra_fields.map(); more != nullptr) {
    for (const auto& entry : *more) {
      result.json(entry.key, json_of(entry.value));
    }
  }
  return std::move(result).finish();
}

} // namespace faucet
