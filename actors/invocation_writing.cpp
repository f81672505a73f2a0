// The way of one page from the sink to its checkpoint.

#include "actors/asking.hpp"
#include "actors/defaults.hpp"
#include "actors/errors.hpp"
#include "actors/invocation.hpp"
#include "state/envelope.hpp"

#include <caf/all.hpp>

namespace faucet {

void invocation_state::write(const page& rows) {
  report_.pages.attempted += rows.empty() ? 0 : 1;
  ask<write_result>(
    self_, unanswered_.sink, parts_.sink, defaults::driver_timeout,
    [this, rows](const write_result& result) { written(rows, result); },
    [this, rows](const caf::error& reason) { refused(rows, reason); }, atom::write{}, rows);
}

void invocation_state::written(const page& rows, const write_result& result) {
  report_.records_out += result.records;
  count([&result](row_tally& x) { x.sink_records.add(result.records); });
  if (parts_.capture) {
    if (auto ok = parts_.capture(rows, result.rejected); !ok) {
      fail_writing(ok.error());
      return;
    }
  }
  if (result.rejected.empty()) {
    report_.pages.committed += rows.empty() ? 0 : 1;
    at_sink(rows.resume());
    return;
  }
  ++(result.records == 0 ? report_.pages.dead : report_.pages.partial);
  count([](row_tally& x) { x.partial_pages.add(); });
  write_letters(letters_->of_rows(rows, result.rejected, std::chrono::system_clock::now()),
                rows.resume());
}

void invocation_state::refused(const page& rows, const caf::error& reason) {
  auto why = from_caf(reason);
  if (!letters_ || !letters_->take_page(why)) {
    ++report_.pages.failed;
    fail_writing(why);
    return;
  }
  ++report_.pages.dead;
  count([](row_tally& x) { x.dead_pages.add(); });
  write_letters(letters_->of_page(rows, why, std::chrono::system_clock::now()), rows.resume());
}

void invocation_state::write_letters(const page& letters, const std::optional<bookmark>& position) {
  letters_waiting_ = true;
  ask<write_result>(
    self_, unanswered_.letters, parts_.letters->sink, defaults::driver_timeout,
    [this, position](const write_result& result) {
      report_.dead_letters += result.records;
      count([&result](row_tally& x) { x.letters.add(result.records); });
      at_sink(position);
    },
    [this](const caf::error& reason) { fail_writing(letters_failed(reason)); }, atom::write{},
    letters);
}

void invocation_state::at_sink(const std::optional<bookmark>& position) {
  flow_.written();
  if (flow_.checkpointing()) {
    flush_letters(*position);
    return;
  }
  if (position && parts_.overwrites && session_->remembers()) {
    held_ = position;
  }
  page_done();
}

void invocation_state::flush_letters(const bookmark& position) {
  if (!letters_waiting_) {
    flush(position);
    return;
  }
  ask<atom::done>(
    self_, unanswered_.letters, parts_.letters->sink, defaults::driver_timeout,
    [this, position](atom::done) {
      letters_waiting_ = false;
      flush(position);
    },
    [this](const caf::error& reason) { fail_checkpoint(letters_failed(reason)); }, atom::flush{});
}

void invocation_state::flush(const bookmark& position) {
  ask<atom::done>(
    self_, unanswered_.sink, parts_.sink, defaults::driver_timeout,
    [this, position](atom::done) {
      flushed_ = {report_.records_out, report_.pages.committed};
      checkpoint(position);
    },
    [this](const caf::error& reason) { fail_checkpoint(from_caf(reason)); }, atom::flush{});
}

void invocation_state::checkpoint(const bookmark& position) {
  session_->put(seal_bookmark(parts_.source_type, position),
                [this, position](const expected<void>& ok) {
                  if (!ok) {
                    fail_checkpoint(ok.error());
                    return;
                  }
                  flow_.checkpointed();
                  report_.position = position;
                  ++report_.checkpoints;
                  count_bookmark();
                  page_done();
                });
}

void invocation_state::page_done() {
  auto now = std::chrono::steady_clock::now();
  if (now - reported_ >= defaults::progress_interval) {
    reported_ = now;
    report_progress();
  }
  if (letters_ && letters_->exceeded()) {
    if (report_.how != outcome::failed) {
      count([](row_tally& x) { x.budgets_exceeded.add(); });
    }
    note_failure(*letters_->exceeded());
    flow_.drop();
  }
  session_->verify([this] { advance(); });
}

void invocation_state::fail_writing(const error& reason) {
  flow_.writing_failed();
  fail(reason);
}

void invocation_state::fail_checkpoint(const error& reason) {
  flow_.checkpointing_failed();
  fail(reason);
}

} // namespace faucet
