#include "actors/parent_capture.hpp"

#include "actors/defaults.hpp"

namespace faucet {

namespace {

/// Memory that a tree takes, about.
size_t weight(const node& x) {
  auto result = sizeof(node);
  if (const auto* text = x.text()) {
    result += text->size();
  } else if (const auto* number = std::get_if<number_text>(&x.content())) {
    result += number->text.size();
  } else if (const auto* items = x.list()) {
    for (const auto& item : *items) {
      result += weight(item);
    }
  } else if (const auto* entries = x.map()) {
    for (const auto& entry : *entries) {
      result += sizeof(node::entry) + entry.key.size() + weight(entry.value);
    }
  }
  return result;
}

} // namespace

parent_capture::parent_capture(std::vector<field_path> paths,
                               std::shared_ptr<capture_budget> budget)
  : paths_(std::move(paths)), budget_(std::move(budget)) {
  // nop
}

expected<void> parent_capture::add(const page& rows, const std::vector<rejected_row>& rejected) {
  auto next = rejected.begin();
  for (uint64_t i = 0; i < rows.size(); ++i) {
    if (next != rejected.end() && next->row == i) {
      ++next;
    } else if (auto ok = keep(rows.rows()[i]); !ok) {
      return ok;
    }
  }
  return {};
}

expected<void> parent_capture::keep(const value& record) {
  auto values = take_values(record, budget_->row, paths_);
  size_t bytes = sizeof(parent_values) + values.row.size();
  for (const auto& [path, x] : values.values) {
    bytes += path.size() + weight(x);
  }
  if (++budget_->records > defaults::captured_records
      || (budget_->bytes += bytes) > defaults::captured_bytes) {
    return fail(ec::invalid_config,
                "has more records than the rows below it can run for: at most "
                  + std::to_string(defaults::captured_records) + " records, and "
                  + std::to_string(defaults::captured_bytes >> 20)
                  + " MiB of what they take from them",
                budget_->row);
  }
  kept_.push_back(std::move(values));
  return {};
}

} // namespace faucet
