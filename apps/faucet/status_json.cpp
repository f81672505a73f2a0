#include "apps/faucet/json_output.hpp"
#include "apps/faucet/state_json.hpp"
#include "apps/faucet/status_report.hpp"
#include "state/json_text.hpp"

namespace faucet {

namespace {

std::string event_json(const run_event& x) {
  json_object_writer out;
  out.text("at", to_text(x.at)).text("run_id", x.run_id).number("records", x.records);
  if (!x.error_kind.empty()) {
    out.text("error_kind", x.error_kind).text("error", x.error);
  }
  out.text("source", "state");
  return std::move(out).finish();
}

/// Of the run that ended last.
const run_event* newest(const row_status& x) {
  if (x.last_success && x.last_failure) {
    return x.last_failure->at > x.last_success->at ? &*x.last_failure : &*x.last_success;
  }
  return x.last_success ? &*x.last_success : x.last_failure ? &*x.last_failure : nullptr;
}

std::string dlq_json(const dlq_backlog& x) {
  json_object_writer out;
  out.boolean("configured", x.configured).boolean("readable", x.count.has_value());
  if (!x.location.empty()) {
    out.text("location", x.location);
  }
  out.json("count", x.count ? std::to_string(*x.count) : "null");
  if (x.oldest) {
    out.text("oldest", to_text(std::chrono::sys_seconds{std::chrono::seconds{*x.oldest / 1000}}));
  }
  return std::move(out).finish();
}

std::string children_json(const std::vector<child_status>& children) {
  std::vector<std::string> items;
  for (const auto& x : children) {
    json_object_writer out;
    out.text("row", x.row).number("bookmarks", x.bookmarks).number("failed", x.failed);
    out.text("worst", to_string(x.worst));
    if (!x.refused.empty()) {
      out.text("refused", x.refused);
    }
    items.push_back(std::move(out).finish());
  }
  return json_list(items);
}

void add_outcomes(json_object_writer& out, const row_facts& row) {
  if (row.outcomes && row.outcomes->last_success) {
    out.json("last_success", event_json(*row.outcomes->last_success));
  }
  if (row.outcomes && row.outcomes->last_failure) {
    out.json("last_failure", event_json(*row.outcomes->last_failure));
  }
  out.number("consecutive_failures", row.outcomes ? row.outcomes->consecutive_failures : 0);
}

std::string row_json(const status_row& x) {
  json_object_writer out;
  out.text("row", x.home->row.id).text("role", x.home->row.is_child() ? "child" : "root");
  out.text("state_key", x.home->key).text("health", to_string(x.how.how));
  out.json("reasons", json_texts(x.how.reasons));
  add_outcomes(out, x.facts);
  if (x.facts.lease && x.facts.lease_is_live) {
    out.json("running", to_json(*x.facts.lease));
  }
  if (x.facts.bookmark) {
    out.json("bookmark", x.facts.bookmark->data.json);
  }
  if (x.bookmark_age_secs) {
    out.number("bookmark_age_secs", *x.bookmark_age_secs);
  }
  out.json("lag", "null");
  const auto* last = x.facts.outcomes ? newest(*x.facts.outcomes) : nullptr;
  if (last != nullptr && last->batches) {
    out.json("batches", to_json(*last->batches));
  }
  if (x.facts.bookmark) {
    out.json("state_format", format_json(*x.facts.bookmark, x.home->source_type));
  }
  out.json("dlq", dlq_json(x.dlq)).json("sla", "[]").text("resume", resume_point(x.facts));
  if (x.facts.bookmark) {
    out.json("resume_bookmark", x.facts.bookmark->data.json);
  }
  out.json("children", children_json(x.children)).json("errors", json_texts(x.facts.errors));
  return std::move(out).finish();
}

std::string state_json(const status_report& x) {
  json_object_writer out;
  out.json("kinds", json_texts(x.store_types)).boolean("durable", x.durable);
  if (!x.durable) {
    out.text("note", "no durable state; between runs nothing is known");
  }
  return std::move(out).finish();
}

} // namespace

std::string to_json(const status_report& x) {
  std::vector<std::string> rows;
  for (const auto& row : x.rows) {
    rows.push_back(row_json(row));
  }
  json_object_writer out;
  out.text("pipeline", x.pipeline).text("generated_at", to_text(x.generated_at));
  out.boolean("topology", false).json("state", state_json(x)).json("rows", json_list(rows));
  out.text("health", to_string(x.how));
  out.number("exit_code", static_cast<uint64_t>(exit_status(x.how)));
  out.json("notes", json_texts(x.notes));
  return std::move(out).finish();
}

} // namespace faucet
