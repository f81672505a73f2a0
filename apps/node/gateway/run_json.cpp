#include "apps/node/gateway/run_json.hpp"

#include "config/json_reader.hpp"
#include "state/json_text.hpp"

#include <array>

namespace faucet {

namespace {

using namespace std::string_view_literals;

/// What of a submission is shown with its run, where it was said.
constexpr std::array shown_details{"timeout_secs"sv, "clock"sv,     "concurrency"sv,
                                   "replay_of"sv,    "selection"sv, "depends_on"sv};

/// A stored object; an empty map where it is none.
node stored_object(const std::string& json) {
  auto read = read_json(json.empty() ? "{}" : json, std::make_shared<const std::string>("history"));
  return read && read->map() != nullptr ? std::move(*read) : node{node::map_type{}};
}

std::string text_or_null(const std::string& text) {
  return text.empty() ? "null" : json_of(text);
}

std::string instant_or_null(const std::optional<instant>& x) {
  return x ? json_of(to_text(*x)) : "null";
}

std::string elapsed(const run_record& run, instant now) {
  if (!run.started_at) {
    return "null";
  }
  auto end = run.finished_at.value_or(now);
  auto millis =
    std::chrono::duration_cast<std::chrono::milliseconds>(end - *run.started_at).count();
  millis = std::max<decltype(millis)>(millis, 0);
  auto fraction = std::to_string(1000 + millis % 1000).substr(1);
  return std::to_string(millis / 1000) + "." + fraction;
}

std::string labels_json(const run_record& run) {
  json_object_writer result;
  for (const auto& [key, value] : run.labels) {
    result.text(key, value);
  }
  return std::move(result).finish();
}

/// A callback without what its headers say.
std::string masked_callback(node callback) {
  if (callback.map() != nullptr) {
    for (auto& entry : std::get<node::map_type>(callback.content())) {
      if (entry.key != "headers" || entry.value.map() == nullptr) {
        continue;
      }
      for (auto& header : std::get<node::map_type>(entry.value.content())) {
        header.value = node{std::string{"***"}};
      }
    }
  }
  return json_of(callback);
}

std::string field_or(const node& object, std::string_view name, std::string_view fallback) {
  const auto* found = object.find(name);
  return found != nullptr ? json_of(*found) : std::string{fallback};
}

} // namespace

std::string run_json(const run_record& run, instant now) {
  auto details = stored_object(run.details);
  auto outcome = stored_object(run.outcome);
  json_object_writer result;
  result.text("run_id", run.run)
    .json("name", text_or_null(run.name))
    .json("labels", labels_json(run))
    .text("status", to_string(run.status))
    .text("submitted_at", to_text(run.submitted_at))
    .json("started_at", instant_or_null(run.started_at))
    .json("finished_at", instant_or_null(run.finished_at))
    .json("elapsed_secs", elapsed(run, now))
    .json("records_written", field_or(outcome, "records_written", "0"))
    .json("invocations", field_or(outcome, "invocations", "[]"))
    .json("error", text_or_null(run.error))
    .json("idempotency_key", text_or_null(run.idempotency_key))
    .number("attempt", run.lost_attempts)
    .text("pool", run.pool);
  for (auto name : shown_details) {
    if (const auto* found = details.find(name); found != nullptr) {
      result.json(name, json_of(*found));
    }
  }
  if (const auto* report = outcome.find("doctor_report"); report != nullptr) {
    result.json("doctor_report", json_of(*report));
  }
  if (const auto* callback = details.find("callback"); callback != nullptr) {
    result.json("callback", masked_callback(*callback));
  }
  if (!run.submitted_by.empty()) {
    result.text("submitted_by", run.submitted_by);
  }
  return std::move(result).finish();
}

} // namespace faucet
