#include "state/history/run_json.hpp"

#include "config/json_reader.hpp"
#include "state/history/record_columns.hpp"
#include "state/json_text.hpp"

#include <cstdio>
#include <set>
#include <string_view>

namespace faucet {

namespace {

/// An object that knows which members it has.
class record_writer {
public:
  record_writer& json(std::string_view name, std::string_view value) {
    if (names_.emplace(name).second) {
      out_.json(name, value);
    }
    return *this;
  }

  record_writer& text(std::string_view name, std::string_view utf8) {
    return json(name, json_of(utf8));
  }

  record_writer& text_or_null(std::string_view name, std::string_view utf8) {
    return utf8.empty() ? json(name, "null") : text(name, utf8);
  }

  record_writer& time_or_null(std::string_view name, const std::optional<instant>& x) {
    return x ? text(name, to_text(*x)) : json(name, "null");
  }

  /// Those members of an object that are not there yet and are not null.
  record_writer& members_of(const node& object) {
    if (const auto* entries = object.map()) {
      for (const auto& x : *entries) {
        if (!x.value.is_null()) {
          json(x.key, json_of(x.value));
        }
      }
    }
    return *this;
  }

  std::string finish() && {
    return std::move(out_).finish();
  }

private:
  json_object_writer out_;
  std::set<std::string, std::less<>> names_;
};

/// An object, or one without members where the text is none.
node object_of(const std::string& text) {
  auto tree = read_json(text, nullptr);
  return tree && tree->map() != nullptr ? std::move(*tree) : node{node::map_type{}};
}

std::string member_or(const node& object, std::string_view name, std::string_view otherwise) {
  const auto* found = object.find(name);
  return found != nullptr ? json_of(*found) : std::string{otherwise};
}

std::string elapsed(const run_record& x, instant now) {
  if (!x.started_at) {
    return "null";
  }
  auto end = x.finished_at.value_or(now);
  auto seconds = std::chrono::duration<double>(end - *x.started_at).count();
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.3f", seconds < 0 ? 0 : seconds);
  return digits;
}

} // namespace

uint32_t attempts_of(const run_record& x) noexcept {
  auto counts = x.status == run_status::running || (is_terminal(x.status) && !x.owner.empty());
  return x.lost_attempts + (counts ? 1 : 0);
}

std::string to_json(const run_record& x, instant now) {
  auto details = object_of(x.details);
  auto outcome = object_of(x.outcome);
  record_writer out;
  out.text("run_id", x.run).text_or_null("name", x.name).json("labels", labels_text(x.labels));
  out.text("status", to_string(x.status)).text("submitted_at", to_text(x.submitted_at));
  out.time_or_null("started_at", x.started_at).time_or_null("finished_at", x.finished_at);
  out.json("elapsed_secs", elapsed(x, now));
  out.json("records_written", member_or(outcome, "records_written", "0"));
  out.json("invocations", member_or(outcome, "invocations", "[]"));
  out.text_or_null("error", x.error).text_or_null("idempotency_key", x.idempotency_key);
  out.json("attempt", std::to_string(attempts_of(x))).text("pool", x.pool);
  if (!x.submitted_by.empty()) {
    out.text("submitted_by", x.submitted_by);
  }
  out.members_of(outcome).members_of(details);
  return std::move(out).finish();
}

} // namespace faucet
