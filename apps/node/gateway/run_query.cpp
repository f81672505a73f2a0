#include "apps/node/gateway/run_query.hpp"

#include <charconv>

namespace faucet {

namespace {

constexpr size_t most_sought_labels = 10;
constexpr uint32_t most_runs = 500;

using refused = tl::unexpected<api_error>;

refused refuse(std::string_view name, std::string_view why) {
  return refused{bad_request(std::string{name} + ": " + std::string{why})};
}

/// Calls `each` with the parts between commas.
template <class Each>
api_expected<void> for_each_word(std::string_view text, Each each) {
  for (;;) {
    auto comma = text.find(',');
    if (auto ok = each(text.substr(0, comma)); !ok) {
      return ok;
    }
    if (comma == std::string_view::npos) {
      return {};
    }
    text.remove_prefix(comma + 1);
  }
}

api_expected<void> add_statuses(run_filter& filter, std::string_view text) {
  return for_each_word(text, [&](std::string_view word) -> api_expected<void> {
    auto status = parse_run_status(word);
    if (!status) {
      return refuse("status", "unknown status \"" + std::string{word} + "\"");
    }
    filter.statuses.push_back(*status);
    return {};
  });
}

api_expected<void> add_label(run_query& query, std::string_view text) {
  auto& filter = query.filter;
  auto colon = text.find(':');
  auto key = std::string{text.substr(0, colon)};
  if (key.empty()) {
    return refuse("label", "expected key:value or key");
  }
  auto& value = filter.labels[key];
  if (colon != std::string_view::npos) {
    auto wanted = std::string{text.substr(colon + 1)};
    query.matches_nothing = query.matches_nothing || (value && *value != wanted);
    value = std::move(wanted);
  }
  return filter.labels.size() <= most_sought_labels ? api_expected<void>{}
                                                    : refuse("label", "at most ten labels");
}

api_expected<void> set_instant(std::optional<instant>& into, std::string_view name,
                               std::string_view text) {
  into = parse_instant(text);
  return into ? api_expected<void>{} : refuse(name, "expected a time as RFC 3339 writes it");
}

api_expected<void> set_limit(run_filter& filter, std::string_view text) {
  uint32_t limit = 0;
  auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), limit);
  if (failed != std::errc{} || end != text.data() + text.size() || limit == 0) {
    return refuse("limit", "expected a number from 1 to 500");
  }
  filter.limit = std::min(limit, most_runs);
  return {};
}

api_expected<void> set_flag(bool& into, std::string_view name, std::string_view text) {
  if (text != "true" && text != "false") {
    return refuse(name, "expected true or false");
  }
  into = text == "true";
  return {};
}

api_expected<void> read_parameter(run_query& query, std::string_view name, std::string_view value,
                                  const std::string& who) {
  auto& filter = query.filter;
  if (name == "status") {
    return add_statuses(filter, value);
  }
  if (name == "label") {
    return add_label(query, value);
  }
  if (name == "labels") {
    return for_each_word(value, [&](std::string_view word) { return add_label(query, word); });
  }
  if (name == "since" || name == "until") {
    return set_instant(name == "since" ? filter.since : filter.until, name, value);
  }
  if (name == "limit") {
    return set_limit(filter, value);
  }
  if (name == "counts") {
    return set_flag(query.counts, name, value);
  }
  if (name == "mine") {
    bool mine = false;
    auto ok = set_flag(mine, name, value);
    if (mine) {
      filter.submitted_by = who;
    }
    return ok;
  }
  if (name == "pool") {
    auto ok = check_pool_name(std::string{value}, "`pool`");
    filter.pool = value;
    return ok ? ok : refused{bad_request(ok.error().message)};
  }
  if (name == "name" || name == "name_contains" || name == "submitted_by" || name == "cursor") {
    (name == "name"            ? filter.name
     : name == "name_contains" ? filter.name_contains
     : name == "submitted_by"  ? filter.submitted_by
                               : filter.cursor) = value;
    return {};
  }
  return refuse(name, "unknown parameter");
}

} // namespace

api_expected<run_query> read_run_query(const http_target& target, const std::string& who) {
  run_query result;
  for (const auto& [name, value] : target.query) {
    if (auto ok = read_parameter(result, name, value, who); !ok) {
      return refused{std::move(ok).error()};
    }
  }
  return result;
}

} // namespace faucet
