#include "state/history/log_store.hpp"

#include "state/history/record_columns.hpp"
#include "state/history/row_list.hpp"
#include "state/history/sql_transaction.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <random>
#include <unordered_set>

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

struct counts {
  uint64_t kept = 0;
  uint64_t dropped = 0;
};

/// Nobody else adds to the lines of this run, or deletes it, until the end of the transaction.
/// Nothing where there is no such run.
expected<std::optional<counts>> lock_counts(sql_driver& database, const std::string& run) {
  return database
    .run("INSERT INTO faucet_serve_run_log_counts (run_id, kept, dropped) "
         "SELECT run_id, 0, 0 FROM faucet_serve_runs WHERE run_id = $1 {undeleted} "
         "ON CONFLICT (run_id) DO UPDATE SET kept = faucet_serve_run_log_counts.kept "
         "RETURNING kept, dropped",
         {run})
    .map([](const sql_answer& x) {
      return x.rows() == 0 ? std::optional<counts>{} : counts{x.number(0, 0), x.number(0, 1)};
    });
}

expected<void> set_counts(sql_driver& database, const std::string& run, const counts& to) {
  return database
    .run("UPDATE faucet_serve_run_log_counts SET kept = CAST($2 AS bigint), "
         "dropped = CAST($3 AS bigint) WHERE run_id = $1",
         {run, to.kept, to.dropped})
    .map([](const sql_answer&) {});
}

/// Those of the lines that are not stored yet.
expected<std::vector<log_line>> unknown_of(sql_driver& database, const std::string& run,
                                           std::span<const log_line> lines) {
  auto found = database.run("SELECT seq FROM faucet_serve_run_logs WHERE run_id = $1 "
                            "AND seq IN (SELECT new_seq FROM {rows $2: new_seq text})",
                            {run, rows_of(lines)});
  if (!found) {
    return fail(std::move(found));
  }
  std::unordered_set<uint64_t> known;
  for (size_t i = 0; i < found->rows(); ++i) {
    known.insert(found->number(i, 0));
  }
  std::vector<log_line> result;
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(result),
               [&](const log_line& x) { return known.insert(x.sequence).second; });
  return result;
}

expected<void> insert_lines(sql_driver& database, const std::string& run,
                            std::span<const log_line> lines) {
  return database
    .run("INSERT INTO faucet_serve_run_logs (run_id, seq, ts, level, line, attrs) "
         "SELECT $1, new_seq, new_time, new_level, new_line, new_attrs FROM {rows $2: "
         "new_seq text, new_time text, new_level text, new_line text, new_attrs text}",
         {run, rows_of(lines)})
    .map([](const sql_answer&) {});
}

expected<void> append_lines(sql_driver& database, const std::string& run,
                            std::span<const log_line> lines, uint64_t most_lines) {
  auto locked = lock_counts(database, run);
  if (!locked || !*locked) {
    return locked ? expected<void>{} : fail(std::move(locked));
  }
  const auto& before = **locked;
  auto fresh = unknown_of(database, run, lines);
  if (!fresh || fresh->empty()) {
    return fresh ? expected<void>{} : fail(std::move(fresh));
  }
  auto room = most_lines - std::min(most_lines, before.kept);
  auto kept = std::span<const log_line>{*fresh}.first(std::min<size_t>(fresh->size(), room));
  auto outcome = kept.empty() ? expected<void>{} : insert_lines(database, run, kept);
  counts after{before.kept + kept.size(), before.dropped + fresh->size() - kept.size()};
  return outcome ? set_counts(database, run, after) : outcome;
}

} // namespace

log_sequence::log_sequence() : first_(std::random_device{}() % (1U << (counter_bits - 1))) {
  // nop
}

uint64_t log_sequence::next(instant now) noexcept {
  auto microseconds =
    std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch()).count();
  auto from_time = (static_cast<uint64_t>(microseconds) << counter_bits) + first_;
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

expected<void> log_store::append(std::span<const run_lines> logs) {
  if (logs.empty() || most_lines_ == 0) {
    return {};
  }
  std::vector<const run_lines*> in_order; // so that no two transactions wait for each other
  for (const auto& x : logs) {
    in_order.push_back(&x);
  }
  std::ranges::sort(in_order, {}, &run_lines::run);
  return in_transaction(database_, [&]() -> expected<void> {
    for (const auto* x : in_order) {
      auto ok = x->lines.empty() ? expected<void>{}
                                 : append_lines(database_, x->run, x->lines, most_lines_);
      if (!ok) {
        return ok;
      }
    }
    return {};
  });
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
  auto counted = repeatedly(database_, [&] {
    return database_.run("SELECT dropped FROM faucet_serve_run_log_counts WHERE run_id = $1",
                         {run});
  });
  if (!counted) {
    return fail(std::move(counted));
  }
  log_page result;
  for (size_t i = 0; i < found->rows(); ++i) {
    result.lines.push_back({found->number(i, 0), read_time(found->text(i, 1)), found->text(i, 2),
                            found->text(i, 3), found->text(i, 4)});
  }
  result.dropped = counted->rows() == 0 ? 0 : counted->number(0, 0);
  return result;
}

} // namespace faucet
