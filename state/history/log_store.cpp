#include "state/history/log_store.hpp"

#include "state/history/record_columns.hpp"
#include "state/history/row_list.hpp"
#include "state/history/sql_transaction.hpp"

#include <algorithm>
#include <map>
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

/// By run: in this order, so that no two transactions wait for each other. Points to lines of the
/// caller, which may be many.
using lines_by_run = std::map<std::string, std::vector<const log_line*>>;

struct counts {
  uint64_t kept = 0;
  uint64_t dropped = 0;
};

using counts_by_run = std::map<std::string, counts>;

/// Nobody else adds to the lines of these runs, or deletes one, until the end of the transaction.
/// Those that are no runs any more are not among them.
expected<counts_by_run> lock_counts(sql_driver& database, const lines_by_run& logs) {
  row_list runs;
  for (const auto& [run, lines] : logs) {
    runs.add().text("sought", run);
  }
  auto locked = database.run(
    "INSERT INTO faucet_serve_run_log_counts (run_id, kept, dropped) "
    "SELECT run_id, 0, 0 FROM faucet_serve_runs "
    "WHERE run_id IN (SELECT sought FROM {rows $1: sought text}) ORDER BY run_id {undeleted} "
    "ON CONFLICT (run_id) DO UPDATE SET kept = faucet_serve_run_log_counts.kept "
    "RETURNING run_id, kept, dropped",
    {runs.finish()});
  if (!locked) {
    return fail(std::move(locked));
  }
  counts_by_run result;
  for (size_t i = 0; i < locked->rows(); ++i) {
    result[locked->text(i, 0)] = {locked->number(i, 1), locked->number(i, 2)};
  }
  return result;
}

/// Takes away what is stored already, and what is there twice.
expected<void> keep_unknown(sql_driver& database, lines_by_run& logs) {
  row_list lines;
  for (const auto& [run, wanted] : logs) {
    for (const auto* x : wanted) {
      lines.add().text("sought_run", run).text("sought_seq", digits_of(x->sequence));
    }
  }
  auto found = database.run("SELECT run_id, seq FROM faucet_serve_run_logs "
                            "JOIN {rows $1: sought_run text, sought_seq text} "
                            "ON run_id = sought_run AND seq = sought_seq",
                            {lines.finish()});
  if (!found) {
    return fail(std::move(found));
  }
  std::map<std::string, std::unordered_set<uint64_t>> known;
  for (size_t i = 0; i < found->rows(); ++i) {
    known[found->text(i, 0)].insert(found->number(i, 1));
  }
  for (auto& [run, wanted] : logs) {
    std::erase_if(wanted, [&of_run = known[run]](const log_line* x) {
      return !of_run.insert(x->sequence).second;
    });
  }
  return {};
}

expected<void> insert_lines(sql_driver& database, const lines_by_run& logs) {
  row_list rows;
  for (const auto& [run, lines] : logs) {
    for (const auto* x : lines) {
      rows.add().text("new_run", run).text("new_seq", digits_of(x->sequence));
      rows.text("new_time", to_text(x->at)).text("new_level", x->level).text("new_line", x->line);
      rows.text_or_null("new_attrs", x->attributes);
    }
  }
  return rows.empty() ? expected<void>{}
                      : database.postpone(
                        "INSERT INTO faucet_serve_run_logs (run_id, seq, ts, level, line, attrs) "
                        "SELECT new_run, new_seq, new_time, new_level, new_line, new_attrs "
                        "FROM {rows $1: new_run text, new_seq text, new_time text, "
                        "new_level text, new_line text, new_attrs text}",
                        {rows.finish()});
}

expected<void> set_counts(sql_driver& database, const counts_by_run& to) {
  row_list rows;
  for (const auto& [run, x] : to) {
    rows.add().text("new_run", run).number("new_kept", x.kept).number("new_dropped", x.dropped);
  }
  return database.postpone("UPDATE faucet_serve_run_log_counts SET kept = new_kept, "
                           "dropped = new_dropped FROM {rows $1: new_run text, new_kept bigint, "
                           "new_dropped bigint} WHERE run_id = new_run",
                           {rows.finish()});
}

expected<void> append_lines(sql_driver& database, lines_by_run logs, uint64_t most_lines) {
  auto counted = lock_counts(database, logs);
  if (!counted) {
    return fail(std::move(counted));
  }
  std::erase_if(logs, [&](const auto& x) { return !counted->contains(x.first); });
  if (logs.empty()) {
    return {};
  }
  if (auto ok = keep_unknown(database, logs); !ok) {
    return ok;
  }
  for (auto& [run, lines] : logs) {
    auto& of_run = (*counted)[run];
    auto kept = std::min<uint64_t>(lines.size(), most_lines - std::min(most_lines, of_run.kept));
    of_run.kept += kept;
    of_run.dropped += lines.size() - kept;
    lines.resize(kept);
  }
  auto stored = insert_lines(database, logs);
  return stored ? set_counts(database, *counted) : stored;
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
  const run_lines logs{run, {lines.begin(), lines.end()}};
  return append({&logs, 1});
}

expected<void> log_store::append(std::span<const run_lines> logs) {
  lines_by_run wanted;
  for (const auto& x : logs) {
    for (const auto& line : x.lines) {
      wanted[x.run].push_back(&line);
    }
  }
  if (wanted.empty() || most_lines_ == 0) {
    return {};
  }
  return in_transaction(database_, [&] { return append_lines(database_, wanted, most_lines_); });
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
