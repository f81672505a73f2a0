#include "state/history/record_columns.hpp"

#include "config/json_reader.hpp"
#include "state/json_text.hpp"

#include <algorithm>

namespace faucet {

namespace {

std::optional<instant> time_or_nothing(const std::optional<std::string>& text) {
  return text ? std::optional{read_time(*text)} : std::nullopt;
}

} // namespace

run_record read_record(const sql_answer& from, size_t row) {
  run_record result;
  result.run = from.text(row, 0);
  result.name = from.text(row, 1);
  result.pool = from.text(row, 2);
  result.labels = read_labels(from.text(row, 3));
  result.submitted_by = from.text(row, 4);
  result.idempotency_key = from.text(row, 5);
  result.status = stored_run_status(from.text(row, 6));
  result.owner = from.text(row, 7);
  result.epoch = from.number(row, 8);
  result.lost_attempts = static_cast<uint32_t>(from.number(row, 9));
  result.cancel_requested = from.cell(row, 10).has_value();
  result.submitted_at = read_time(from.text(row, 11));
  result.started_at = time_or_nothing(from.cell(row, 12));
  result.finished_at = time_or_nothing(from.cell(row, 13));
  result.error = from.text(row, 14);
  result.details = from.text(row, 15);
  result.outcome = from.text(row, 16);
  return result;
}

instant read_time(const std::string& text) {
  return parse_instant(text).value_or(instant{});
}

std::chrono::milliseconds time_between(const std::string& earlier, const std::string& later) {
  auto span = read_time(later) - read_time(earlier);
  return std::max(std::chrono::duration_cast<std::chrono::milliseconds>(span),
                  std::chrono::milliseconds{0});
}

std::string labels_text(const std::map<std::string, std::string>& labels) {
  json_object_writer result;
  for (const auto& [key, value] : labels) {
    result.text(key, value);
  }
  return std::move(result).finish();
}

std::map<std::string, std::string> read_labels(std::string_view text) {
  std::map<std::string, std::string> result;
  if (text == "{}") {
    return result;
  }
  auto tree = read_json(text, nullptr);
  const auto* entries = tree ? tree->map() : nullptr;
  if (entries == nullptr) {
    return result;
  }
  for (const auto& x : *entries) {
    if (const auto* value = x.value.text()) {
      result.emplace(x.key, *value);
    }
  }
  return result;
}

} // namespace faucet
