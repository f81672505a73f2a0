#include "state/row_health.hpp"

#include "config/json_reader.hpp"
#include "model/utf8.hpp"
#include "state/json_text.hpp"
#include "state/run_lease.hpp"

#include <algorithm>

namespace faucet {

namespace {

constexpr size_t longest_short_bookmark = 80;

void add(verdict& to, health how, std::string reason) {
  to.how = std::max(to.how, how);
  to.reasons.push_back(std::move(reason));
}

std::string text_in_short(const node& x) {
  return x.text() != nullptr ? *x.text() : json_of(x);
}

} // namespace

const char* to_string(health x) noexcept {
  switch (x) {
    case health::ok:
      return "ok";
    case health::warming:
      return "warming";
    case health::running:
      return "running";
    case health::unknown:
      return "unknown";
    case health::degraded:
      return "degraded";
    case health::failed:
      break;
  }
  return "failed";
}

int exit_status(health x) noexcept {
  return x == health::failed ? 2 : x >= health::unknown ? 1 : 0;
}

verdict judge(const row_facts& row) {
  verdict result;
  if (!row.durable) {
    add(result, health::unknown,
        row.store_type.empty()
          ? "no \"state\" block: nothing is known between runs"
          : "state of type " + row.store_type + ": nothing is known between runs");
    return result;
  }
  if (!row.errors.empty()) {
    add(result, health::unknown, "the state cannot be read");
  }
  const auto& outcomes = row.outcomes;
  auto failing = outcomes && outcomes->consecutive_failures > 0 && outcomes->last_failure;
  if (row.lease && row.lease_is_live) {
    result.how = std::max(result.how, health::running);
  } else if (row.lease) {
    add(result, health::degraded,
        describe_holder(*row.lease)
          + " ended without giving its lease back; it was killed, or its machine went down");
  }
  if (failing && !(row.lease && row.lease_is_live)) {
    add(result, health::failed, "the last run failed: " + outcomes->last_failure->error);
  }
  if (row.bookmark) {
    auto fit = judge_envelope(*row.bookmark, row.source_type);
    if (fit.fit == envelope_fit::incompatible) {
      add(result, health::failed, "the next run will refuse the bookmark: " + fit.reason);
    }
  }
  if (result.how == health::ok && !outcomes && !row.bookmark) {
    result.how = health::warming;
  }
  return result;
}

std::string bookmark_in_short(const bookmark& x) {
  auto parsed = read_json(x.json, nullptr);
  if (!parsed) {
    return x.json;
  }
  std::string result;
  if (const auto* entries = parsed->map()) {
    for (const auto& entry : *entries) {
      result += (result.empty() ? "" : " ") + entry.key + "=" + text_in_short(entry.value);
    }
  } else {
    result = text_in_short(*parsed);
  }
  return shortened(result, longest_short_bookmark);
}

std::string resume_point(const row_facts& row) {
  return row.bookmark ? bookmark_in_short(row.bookmark->data) : "full snapshot";
}

} // namespace faucet
