#include "state/row_status.hpp"

#include "config/json_reader.hpp"
#include "state/json_text.hpp"
#include "state/sealed_text.hpp"
#include "state/state_key.hpp"

namespace faucet {

namespace {

constexpr size_t longest_error = 500;

/// The first 500 characters, none cut in two.
std::string_view beginning(std::string_view utf8) {
  size_t characters = 0;
  for (size_t i = 0; i < utf8.size(); ++i) {
    auto starts_one = (static_cast<unsigned char>(utf8[i]) & 0xC0) != 0x80;
    if (starts_one && ++characters > longest_error) {
      return utf8.substr(0, i);
    }
  }
  return utf8;
}

std::string to_json(const std::optional<run_event>& x) {
  if (!x) {
    return "null";
  }
  json_object_writer out;
  out.text("at", to_text(x->at)).text("run_id", x->run_id);
  out.number("records", x->records).number("duration_ms", x->duration_ms);
  if (!x->error_kind.empty()) {
    out.text("error_kind", x->error_kind).text("error", beginning(x->error));
  }
  if (x->batches) {
    out.json("batches", to_json(*x->batches));
  }
  return std::move(out).finish();
}

std::optional<run_event::batch_counts> read_batches(const node* from) {
  if (from == nullptr || from->map() == nullptr) {
    return std::nullopt;
  }
  auto count = [from](std::string_view name) { return number_field(*from, name).value_or(0); };
  return run_event::batch_counts{.attempted = count("attempted"),
                                 .committed = count("committed"),
                                 .dlq_partial = count("dlq_partial"),
                                 .dlq_all = count("dlq_all"),
                                 .failed = count("failed")};
}

/// Nothing where there is no event, or its time cannot be told.
std::optional<run_event> read_event(const node* from) {
  if (from == nullptr) {
    return std::nullopt;
  }
  auto at = parse_instant(text_field(*from, "at").value_or(""));
  if (!at) {
    return std::nullopt;
  }
  return run_event{.at = *at,
                   .run_id = text_field(*from, "run_id").value_or(""),
                   .records = number_field(*from, "records").value_or(0),
                   .duration_ms = number_field(*from, "duration_ms").value_or(0),
                   .error_kind = text_field(*from, "error_kind").value_or(""),
                   .error = text_field(*from, "error").value_or(""),
                   .batches = read_batches(from->find("batches"))};
}

} // namespace

std::string to_json(const run_event::batch_counts& x) {
  json_object_writer out;
  out.number("attempted", x.attempted).number("committed", x.committed);
  out.number("dlq_partial", x.dlq_partial).number("dlq_all", x.dlq_all).number("failed", x.failed);
  return std::move(out).finish();
}

std::string to_json(const row_status& x) {
  json_object_writer out;
  out.json("last_success", to_json(x.last_success)).json("last_failure", to_json(x.last_failure));
  out.number("consecutive_failures", x.consecutive_failures);
  return std::move(out).finish();
}

expected<row_status> read_status(std::string_view json) {
  auto parsed = read_json(json, nullptr);
  if (!parsed) {
    return fail(std::move(parsed));
  }
  auto failures = number_field(*parsed, "consecutive_failures");
  if (!failures) {
    return fail(ec::state_failed, "not the status of a row");
  }
  return row_status{.last_success = read_event(parsed->find("last_success")),
                    .last_failure = read_event(parsed->find("last_failure")),
                    .consecutive_failures = *failures};
}

expected<std::optional<row_status>> find_status(state_store& store, const std::string& row_key) {
  auto key = marker_key(row_key, marker::status);
  auto held = store.get(key);
  if (!held) {
    return fail(std::move(held));
  }
  if (!*held) {
    return std::nullopt;
  }
  auto status = read_status(**held);
  if (!status) {
    return fail(ec::state_failed, "the status cannot be read", "state key " + key);
  }
  return std::optional{std::move(*status)};
}

expected<void> note_outcome(state_store& store, const std::string& row_key, run_event outcome) {
  auto key = marker_key(row_key, marker::status);
  auto held = store.get(key);
  if (!held) {
    return fail(std::move(held));
  }
  if (*held && is_sealed(**held)) { // whoever has its key can read it
    return fail(ec::state_failed, "the status is sealed with a key that this run does not have",
                "state key " + key);
  }
  auto status = *held ? read_status(**held).value_or(row_status{}) : row_status{};
  if (outcome.error_kind.empty()) {
    status.last_success = std::move(outcome);
    status.consecutive_failures = 0;
  } else {
    status.last_failure = std::move(outcome);
    ++status.consecutive_failures;
  }
  return store.put(key, to_json(status));
}

} // namespace faucet
