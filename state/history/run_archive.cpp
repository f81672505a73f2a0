#include "state/history/run_archive.hpp"

#include "state/history/record_columns.hpp"
#include "state/history/sql_transaction.hpp"

#include <algorithm>

namespace faucet {

namespace {

constexpr uint32_t longest_page = 500;

/// A condition that grows, with its parameters.
class condition {
public:
  /// `before` and `behind` stand around a parameter.
  condition& add(std::string_view before, sql_value parameter, std::string_view behind = {}) {
    text_ += text_.empty() ? " WHERE " : " AND ";
    text_ += before;
    text_ += next(std::move(parameter));
    text_ += behind;
    return *this;
  }

  /// A further parameter in the text that follows.
  std::string next(sql_value parameter) {
    parameters_.push_back(std::move(parameter));
    return "$" + std::to_string(parameters_.size());
  }

  condition& and_text(const std::string& text) {
    text_ += text;
    return *this;
  }

  [[nodiscard]] const std::string& text() const noexcept {
    return text_;
  }

  [[nodiscard]] std::span<const sql_value> parameters() const noexcept {
    return parameters_;
  }

private:
  std::string text_;
  std::vector<sql_value> parameters_;
};

void add_statuses(condition& to, const std::vector<run_status>& statuses) {
  if (statuses.empty()) {
    return;
  }
  to.add("status IN (", std::string_view{to_string(statuses.front())});
  for (size_t i = 1; i < statuses.size(); ++i) {
    to.and_text(", " + to.next(std::string_view{to_string(statuses[i])}));
  }
  to.and_text(")");
}

void add_label(condition& to, const std::string& key, const std::optional<std::string>& value) {
  to.add("run_id IN (SELECT run_id FROM faucet_serve_run_labels WHERE key = ", key);
  if (value) {
    to.and_text(" AND value = " + to.next(*value));
  }
  to.and_text(")");
}

condition condition_of(const run_filter& filter) {
  condition result;
  add_statuses(result, filter.statuses);
  if (!filter.name.empty()) {
    result.add("name = ", filter.name);
  }
  if (!filter.name_contains.empty()) {
    result.add("replace(name, ", filter.name_contains, ", '') <> name");
  }
  if (!filter.pool.empty()) {
    result.add("pool = ", filter.pool);
  }
  if (!filter.submitted_by.empty()) {
    result.add("submitted_by = ", filter.submitted_by);
  }
  if (filter.since) {
    result.add("submitted_at >= ", to_text(*filter.since));
  }
  if (filter.until) {
    result.add("submitted_at < ", to_text(*filter.until));
  }
  for (const auto& [key, value] : filter.labels) {
    add_label(result, key, value);
  }
  return result;
}

/// Where in the order of the list a cursor stands: when submitted, and which run. The run itself
/// need not be there any more.
expected<std::pair<std::string, std::string>> place_of(sql_driver& database,
                                                       const std::string& cursor) {
  if (auto split = cursor.find('~'); split != std::string::npos) {
    auto time = parse_instant(std::string_view{cursor}.substr(0, split));
    if (!time) {
      return fail(ec::invalid_config, "no cursor of a list", cursor);
    }
    return std::pair{to_text(*time), cursor.substr(split + 1)};
  }
  auto found =
    database.run("SELECT submitted_at FROM faucet_serve_runs WHERE run_id = $1", {cursor});
  if (!found) {
    return fail(std::move(found));
  }
  if (found->rows() == 0) {
    return fail(ec::invalid_config, "no cursor of a list", cursor);
  }
  return std::pair{found->text(0, 0), cursor};
}

} // namespace

expected<run_list> run_archive::list(const run_filter& filter) {
  auto where = condition_of(filter);
  if (!filter.cursor.empty()) {
    auto place = place_of(database_, filter.cursor);
    if (!place) {
      return fail(std::move(place));
    }
    where.add("(submitted_at, run_id) < (", place->first);
    where.and_text(", " + where.next(place->second) + ")");
  }
  auto limit = std::clamp(filter.limit, 1U, longest_page);
  auto statement = "SELECT " + std::string{record_columns} + " FROM faucet_serve_runs"
                   + where.text() + " ORDER BY submitted_at DESC, run_id DESC LIMIT "
                   + std::to_string(limit + 1);
  auto found =
    repeatedly(database_, [&] { return database_.execute(statement, where.parameters()); });
  if (!found) {
    return fail(std::move(found));
  }
  run_list result;
  for (size_t i = 0; i < found->rows() && i < limit; ++i) {
    result.runs.push_back(read_record(*found, i));
  }
  if (found->rows() > limit) {
    const auto& last = result.runs.back();
    result.next_cursor = to_text(last.submitted_at) + "~" + last.run;
  }
  return result;
}

expected<std::map<run_status, uint64_t>> run_archive::count(const run_filter& filter) {
  auto where = condition_of(filter);
  auto statement =
    "SELECT status, count(*) FROM faucet_serve_runs" + where.text() + " GROUP BY status";
  auto found =
    repeatedly(database_, [&] { return database_.execute(statement, where.parameters()); });
  if (!found) {
    return fail(std::move(found));
  }
  std::map<run_status, uint64_t> result;
  for (size_t i = 0; i < found->rows(); ++i) {
    result[stored_run_status(found->text(i, 0))] += found->number(i, 1);
  }
  return result;
}

expected<std::optional<stored_config>> run_archive::config(const std::string& run) {
  return repeatedly(database_,
                    [&] {
                      return database_.run("SELECT config, config_format FROM faucet_serve_runs "
                                           "WHERE run_id = $1 AND config IS NOT NULL",
                                           {run});
                    })
    .map([](const sql_answer& x) {
      return x.rows() == 0 ? std::nullopt
                           : std::optional{stored_config{x.text(0, 0), x.text(0, 1)}};
    });
}

expected<std::optional<key_holder>> run_archive::holder_of(const std::string& key) {
  return repeatedly(database_,
                    [&] {
                      return database_.run(
                        "SELECT i.fingerprint, i.run_id, r.status, r.submitted_at "
                        "FROM faucet_serve_idem i JOIN faucet_serve_runs r ON r.run_id = i.run_id "
                        "WHERE i.key = $1 AND i.expires_at > {now}",
                        {key});
                    })
    .map([](const sql_answer& x) {
      return x.rows() == 0 ? std::nullopt
                           : std::optional{key_holder{x.text(0, 0), x.text(0, 1),
                                                      stored_run_status(x.text(0, 2)),
                                                      read_time(x.text(0, 3))}};
    });
}

expected<std::optional<std::string>> run_archive::sealed_values(const std::string& run) {
  return repeatedly(database_,
                    [&] {
                      return database_.run(
                        "SELECT sealed FROM faucet_serve_run_secrets WHERE run_id = $1", {run});
                    })
    .map([](const sql_answer& x) { return x.rows() == 0 ? std::nullopt : x.cell(0, 0); });
}

} // namespace faucet
