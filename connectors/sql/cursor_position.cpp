#include "connectors/sql/cursor_position.hpp"

#include "connectors/formats/json_parser.hpp"
#include "model/json_writer.hpp"
#include "model/number_digits.hpp"

#include <algorithm>

namespace faucet {

namespace {

tl::unexpected<error> not_ours(std::string what) {
  return fail(ec::state_failed,
              std::move(what) + "; clear the state to read from \"initial_value\" again",
              "stored bookmark");
}

/// True where both are the same in JSON: a bookmark's value was JSON in between.
bool same_in_json(const value& lhs, const value& rhs) {
  if (lhs.kind() == rhs.kind() && !lhs.is_object() && !lhs.is_list()) {
    return identical(lhs, rhs);
  }
  if (lhs.is_number() && rhs.is_number()) {
    char buffers[2][longest_number];
    return number_digits(lhs, buffers[0]) == number_digits(rhs, buffers[1]);
  }
  auto is_text = [](const value& x) { return x.is_string() || x.kind() == kind::bytes; };
  if (lhs.kind() != rhs.kind() && !(is_text(lhs) && is_text(rhs))) {
    return false;
  }
  std::string texts[2];
  append_canonical_json(texts[0], lhs);
  append_canonical_json(texts[1], rhs);
  return texts[0] == texts[1];
}

bool is_structured(const value& stored) {
  if (!stored.is_object() || stored.as_object().find("value") == nullptr) {
    return false;
  }
  auto fields = stored.as_object();
  return fields.size() == (fields.find("boundary") != nullptr ? 2 : 1);
}

} // namespace

cursor_position::cursor_position(std::function<void(std::string)> warn) : warn_(std::move(warn)) {
  // nop
}

expected<cursor_position> cursor_position::parse(const bookmark& stored,
                                                 std::function<void(std::string)> warn) {
  cursor_position result{std::move(warn)};
  page_builder memory;
  auto parsed = json_parser{}.parse(stored.json, memory);
  if (!parsed) {
    return not_ours("is no JSON");
  }
  result.start_ = is_structured(*parsed) ? *parsed->as_object().find("value") : *parsed;
  if (result.start_.is_null()) {
    return not_ours("holds no value");
  }
  if (is_structured(*parsed)) {
    if (const auto* boundary = parsed->as_object().find("boundary")) {
      if (auto ok = result.read_boundary(*boundary); !ok) {
        return fail(std::move(ok));
      }
    }
  }
  result.start_memory_ = memory.finish();
  result.current_ = result.start_;
  result.current_memory_ = result.start_memory_;
  result.stored_ = stored;
  return result;
}

expected<void> cursor_position::read_boundary(const value& boundary) {
  if (boundary.is_null()) {
    too_many_ = true;
    return {};
  }
  if (!boundary.is_list()) {
    return not_ours("its boundary is neither a list nor null");
  }
  for (const auto& entry : boundary.as_list()) {
    if (!entry.is_string()) {
      return not_ours("an entry of its boundary is no text");
    }
    if (auto fingerprint = parse_row_fingerprint(entry.as_text())) {
      boundary_.push_back(*fingerprint);
    } else {
      foreign_.emplace_back(entry.as_text());
    }
  }
  delivered_.insert(boundary_.begin(), boundary_.end());
  return {};
}

bool cursor_position::admit(const value& cursor, const value& row) {
  if (cursor.is_null()) {
    ++missing_;
    return true;
  }
  std::optional<row_fingerprint> fingerprint;
  if (!delivered_.empty() && same_in_json(cursor, start_)) {
    fingerprint = fingerprint_(row);
    if (was_delivered(*fingerprint)) {
      return false;
    }
  }
  if (!same_in_json(cursor, current_)) { // current_ is null before the first
    current_ = cursor;
    too_many_ = false;
    boundary_.clear();
    unsettled_.clear();
    foreign_.clear();
  }
  moved_ = true;
  add_to_boundary(row, fingerprint);
  return true;
}

/// Uses up one of the copies that an earlier run delivered.
bool cursor_position::was_delivered(const row_fingerprint& row) {
  auto found = delivered_.find(row);
  if (found == delivered_.end()) {
    return false;
  }
  delivered_.erase(found);
  return true;
}

void cursor_position::add_to_boundary(const value& row,
                                      const std::optional<row_fingerprint>& known) {
  if (too_many_) {
    return;
  }
  if (known) {
    boundary_.push_back(*known);
  } else {
    unsettled_.push_back(row);
  }
  if (boundary_.size() + unsettled_.size() + foreign_.size() <= max_boundary_rows) {
    return;
  }
  too_many_ = true;
  boundary_.clear();
  unsettled_.clear();
  foreign_.clear();
  if (!has_warned_ && warn_) {
    has_warned_ = true;
    std::string shown;
    append_json(shown, current_);
    warn_("more than " + std::to_string(max_boundary_rows) + " rows share the cursor value " + shown
          + "; a run that resumes there delivers all rows of that value again");
  }
}

/// Takes over what lives in pages.
void cursor_position::settle() {
  for (const auto& row : unsettled_) {
    boundary_.push_back(fingerprint_(row));
  }
  unsettled_.clear();
  page_builder memory;
  memory.add(memory.copy(current_));
  current_memory_ = memory.finish();
  current_ = current_memory_.rows().front();
}

std::optional<bookmark> cursor_position::to_bookmark() {
  if (!moved_) {
    return stored_;
  }
  settle();
  std::string json = R"({"value":)";
  append_json(json, current_);
  json += R"(,"boundary":)";
  if (too_many_) {
    return bookmark{json + "null}"};
  }
  auto entries = foreign_;
  for (const auto& row : boundary_) {
    entries.push_back(to_string(row));
  }
  std::ranges::sort(entries);
  auto separator = '[';
  for (const auto& entry : entries) {
    json += separator;
    append_json(json, value::of_string(entry));
    separator = ',';
  }
  return bookmark{json + "]}"};
}

} // namespace faucet
