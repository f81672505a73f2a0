#include "state/history/log_store.hpp"

#include "state/history/record_columns.hpp"
#include "state/history/row_list.hpp"
#include "state/history/sql_transaction.hpp"

#include <algorithm>

namespace faucet {

namespace {

constexpr uint64_t counter_bits = 12;

/// The number as the table keeps it: 20 digits, so that texts order as numbers do.
std::string digits_of(uint64_t sequence) {
  constexpr size_t width = 20;
  auto digits = std::to_string(sequence);
  return std::string(width - digits.size(), '0') + digits;
}

std::string rows_of(std::span<const log_line> lines) {
  row_list rows;
  for (const auto& x : lines) {
    rows.add().text("new_seq", digits_of(x.sequence)).text("new_time", to_text(x.at));
    rows.text("new_level", x.level).text("new_line", x.line);
    rows.text_or_null("new_attrs", x.attributes);
  }
  return rows.finish();
}

/// How many lines of the run were offered before; `newest` is the greatest number among them.
struct offered {
  uint64_t count = 0;
  uint64_t newest = 0;
};

expected<offered> count_of(sql_driver& database, const std::string& run) {
  return database
    .run("SELECT offered, newest FROM faucet_serve_run_log_counts WHERE run_id = $1 {locked}",
         {run})
    .map([](const sql_answer& x) {
      return x.rows() == 0 ? offered{} : offered{x.number(0, 0), x.number(0, 1)};
    });
}

expected<void> set_count(sql_driver& database, const std::string& run, const offered& to) {
  return database
    .run("INSERT INTO faucet_serve_run_log_counts (run_id, offered, newest) "
         "VALUES ($1, CAST($2 AS bigint), $3) ON CONFLICT (run_id) DO UPDATE SET "
         "offered = excluded.offered, newest = excluded.newest",
         {run, to.count, digits_of(to.newest)})
    .map([](const sql_answer&) {});
}

expected<void> append_lines(sql_driver& database, const std::string& run,
                            std::span<const log_line> lines, uint64_t most_lines) {
  auto before = count_of(database, run);
  if (!before) {
    return fail(std::move(before));
  }
  auto is_known = [&](const log_line& x) { return x.sequence <= before->newest; };
  auto fresh = lines.subspan(
    static_cast<size_t>(std::find_if_not(lines.begin(), lines.end(), is_known) - lines.begin()));
  if (fresh.empty()) {
    return {};
  }
  auto room = most_lines - std::min(most_lines, before->count);
  auto kept = fresh.first(std::min<size_t>(fresh.size(), room));
  auto outcome = expected<void>{};
  if (!kept.empty()) {
    outcome = database
                .run("INSERT INTO faucet_serve_run_logs (run_id, seq, ts, level, line, attrs) "
                     "SELECT $1, new_seq, new_time, new_level, new_line, new_attrs FROM {rows $2: "
                     "new_seq text, new_time text, new_level text, new_line text, "
                     "new_attrs text}",
                     {run, rows_of(kept)})
                .map([](const sql_answer&) {});
  }
  return outcome ? set_count(database, run, {before->count + fresh.size(), fresh.back().sequence})
                 : outcome;
}

} // namespace

uint64_t log_sequence::next(instant now) noexcept {
  auto microseconds =
    std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch()).count();
  auto from_time = static_cast<uint64_t>(microseconds) >> counter_bits << counter_bits;
  last_ = std::max(from_time, last_ + 1);
  return last_;
}

expected<void> log_store::append(const std::string& run, std::span<const log_line> lines) {
  if (lines.empty() || most_lines_ == 0) {
    return {};
  }
  return in_transaction(database_,
                        [&] { return append_lines(database_, run, lines, most_lines_); });
}

expected<log_page> log_store::read(const std::string& run, uint64_t after, uint32_t limit) {
  auto found = repeatedly(database_, [&] {
    return database_.run("SELECT seq, ts, level, line, attrs FROM faucet_serve_run_logs "
                         "WHERE run_id = $1 AND seq > $2 ORDER BY seq LIMIT CAST($3 AS bigint)",
                         {run, digits_of(after), limit});
  });
  if (!found) {
    return fail(std::move(found));
  }
  auto all = repeatedly(database_, [&] {
    return database_.run("SELECT offered FROM faucet_serve_run_log_counts WHERE run_id = $1",
                         {run});
  });
  if (!all) {
    return fail(std::move(all));
  }
  log_page result;
  for (size_t i = 0; i < found->rows(); ++i) {
    result.lines.push_back({found->number(i, 0), read_time(found->text(i, 1)), found->text(i, 2),
                            found->text(i, 3), found->text(i, 4)});
  }
  auto offered = all->rows() == 0 ? 0 : all->number(0, 0);
  result.dropped = offered - std::min(offered, most_lines_);
  return result;
}

} // namespace faucet
