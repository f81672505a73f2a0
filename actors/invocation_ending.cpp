// How an invocation ends, well or not.

#include "actors/asking.hpp"
#include "actors/defaults.hpp"
#include "actors/errors.hpp"
#include "actors/invocation.hpp"
#include "state/envelope.hpp"

#include <caf/all.hpp>

#include <algorithm>

namespace faucet {

namespace {

/// "5", or "0.5".
std::string seconds_text(std::chrono::milliseconds x) {
  auto whole = std::to_string(x.count() / 1000);
  auto rest = x.count() % 1000;
  return rest == 0 ? whole : whole + "." + std::to_string(rest / 100);
}

} // namespace

void invocation_state::close() {
  if (std::exchange(closing_, true)) {
    return;
  }
  stop_reading(); // whoever still waits for the source's next page waits in vain
  session_->verify([this] { close_letters(); });
}

void invocation_state::close_letters() {
  if (!letters_waiting_) {
    close_sink();
    return;
  }
  ask<atom::done>(
    self_, unanswered_.letters, parts_.letters->sink, defaults::driver_timeout,
    [this](atom::done) { close_sink(); },
    [this](const caf::error& reason) {
      note_failure(letters_failed(reason));
      close_sink();
    },
    atom::flush{});
}

void invocation_state::close_sink() {
  if (std::exchange(closing_sink_, true)) {
    return; // whoever was forsaken has answered after all
  }
  if (!sink_opened_) {
    finish();
    return;
  }
  auto how = report_.how == outcome::failed       ? ending::failed
             : report_.how == outcome::cancelled  ? ending::cancelled
             : parts_.overwrites && parts_.sample ? ending::cancelled
                                                  : ending::completed;
  ask<atom::done>(
    self_, unanswered_.sink, parts_.sink, defaults::driver_timeout,
    [this](atom::done) { settle([this] { store_held_position(); }); },
    [this](const caf::error& reason) {
      note_failure(from_caf(reason)); // a cancelled run whose flush failed has failed
      settle([this] { finish(); });
    },
    atom::close{}, how);
}

void invocation_state::settle(std::function<void()> then) {
  auto subtract = [this, then](const left_out& x) {
    auto& pages = report_.pages;
    report_.records_out -= std::min(x.records, report_.records_out);
    auto lost = std::min(x.pages, pages.committed);
    pages.committed -= lost;
    pages.failed += lost;
    flushed_ = {report_.records_out, pages.committed};
    then();
  };
  ask<left_out>(
    self_, unanswered_.sink, parts_.sink, defaults::driver_timeout, subtract,
    [then](const caf::error&) { then(); }, atom::omitted{});
}

/// What a sink overwrites is there now, whole, and not before.
void invocation_state::store_held_position() {
  if (!held_ || report_.how != outcome::completed) {
    finish();
    return;
  }
  session_->put(seal_bookmark(parts_.source_type, *held_), [this](const expected<void>& ok) {
    if (ok) {
      report_.position = held_;
      ++report_.checkpoints;
      count_bookmark();
    } else {
      note_failure(ok.error());
    }
    finish();
  });
}

void invocation_state::finish() {
  report_.elapsed = elapsed();
  report_progress();
  self_->send_exit(parts_.source, caf::exit_reason::user_shutdown);
  self_->send_exit(parts_.sink, caf::exit_reason::user_shutdown);
  if (parts_.transforms) {
    self_->send_exit(parts_.transforms, caf::exit_reason::user_shutdown);
  }
  moved_ = true;
  if (forsaken_) {
    leave();
    return;
  }
  session_->end(report_, [this] { leave(); });
}

void invocation_state::leave() {
  under_way_.reset();
  answer_.deliver(report_);
  self_->quit();
}

void invocation_state::cancel(std::chrono::milliseconds grace) {
  auto ends = self_->home_system().clock().now() + grace;
  if (!parts_.cancelled->exchange(true) || (!forsaken_ && ends < forsake_at_)) {
    grace_ = grace;
    forsake_after(grace);
  }
  if (closing_ || flow_.all_handed_over()) {
    return; // nothing left that could be left out
  }
  if (report_.how == outcome::completed) {
    report_.how = outcome::cancelled;
  }
  stop_reading();
  flow_.drop();
  if (sink_opened_) { // else the step under way ends it
    advance();
  }
}

void invocation_state::forsake_after(std::chrono::milliseconds wait) {
  forsake_at_ = self_->home_system().clock().now() + wait;
  self_->delayed_send(self_, wait, atom::forsake{});
}

void invocation_state::forsake() {
  if (self_->home_system().clock().now() < forsake_at_) {
    return; // another reminder counts
  }
  if (std::exchange(forsaken_, true)) { // the sink was to be closed in the meantime
    leave_sink();
    return;
  }
  auto text =
    "no answer from " + unanswered() + " within " + seconds_text(grace_) + " seconds of the cancel";
  if (moved_) {
    parts_.warn(text);
    leave();
    return;
  }
  note_failure({ec::cancelled, text, {}});
  if (unanswered_.sink == 0 && sink_opened_ && !closing_sink_) {
    forsake_after(defaults::closing_grace);
    closing_ = true;
    close_sink();
  } else {
    leave_sink();
  }
}

/// What it has made of the records is not known, but for those that it has flushed.
void invocation_state::leave_sink() {
  report_.pages.failed += report_.pages.committed - flushed_.pages;
  report_.pages.committed = flushed_.pages;
  report_.records_out = flushed_.records;
  finish();
}

std::string invocation_state::unanswered() const {
  std::string result;
  auto add = [&result](size_t requests, const std::string& whom) {
    if (requests > 0) {
      result += (result.empty() ? "" : " and ") + whom;
    }
  };
  add(session_->unanswered(), session_->store_name());
  add(unanswered_.letters, "the sink of dead letters");
  add(unanswered_.source, "the " + parts_.source_type + " source");
  add(unanswered_.transforms, "a transform");
  add(unanswered_.sink, "the " + parts_.sink_type + " sink");
  return result;
}

void invocation_state::lost(const error& why) {
  note_failure(why);
  if (closing_) {
    return;
  }
  stop_reading();
  flow_.drop();
  if (sink_opened_) {
    advance();
  }
}

void invocation_state::fail_transforming(const caf::error& reason) {
  flow_.transforming_failed();
  auto why = from_caf(reason);
  count([&why](row_tally& x) { x.transform_failures.add(why.code); });
  fail(why);
}

void invocation_state::fail(const error& reason) {
  note_failure(reason);
  flow_.end();
  advance();
}

void invocation_state::note_failure(const error& reason) {
  if (report_.how == outcome::failed) {
    return;
  }
  if (reason.code == ec::cancelled && parts_.cancelled->load()) {
    report_.how = outcome::cancelled; // a driver gave up waiting, as it was told
    if (report_.failure.what.empty()) {
      report_.failure.what = render(masked(reason, parts_.secrets));
    }
    return;
  }
  report_.how = outcome::failed;
  report_.failure = masked(reason, parts_.secrets);
}

void invocation_state::stop_reading() {
  parts_.stop->store(true);
}

error invocation_state::letters_failed(const caf::error& reason) const {
  auto why = from_caf(reason);
  count([&why](row_tally& x) { x.letter_failures.add(why.code); });
  return why;
}

void invocation_state::count_bookmark() const {
  count([](row_tally& x) { x.bookmarked_at.store(under_way_mark::now()); });
}

void invocation_state::report_progress() {
  if (parts_.listener) {
    self_->send(parts_.listener,
                progress{label_of(report_), report_.records_in, report_.records_out, elapsed()});
  }
}

std::chrono::milliseconds invocation_state::elapsed() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now()
                                                               - started_);
}

} // namespace faucet
