#include "actors/invocation.hpp"

#include "actors/defaults.hpp"
#include "actors/errors.hpp"
#include "state/envelope.hpp"

#include <caf/all.hpp>

namespace faucet {

invocation_actor::behavior_type invocation_state::make_behavior(invocation_parts parts) {
  parts_ = std::move(parts);
  report_.row = parts_.row;
  report_.source = parts_.source_type;
  report_.sink = parts_.sink_type;
  flow_ = page_flow{{.transforms = static_cast<bool>(parts_.transforms),
                     .checkpoints = static_cast<bool>(parts_.store),
                     .limit = parts_.limit}};
  return {
    [this](atom::cancel) { cancel(); },
    [this](atom::start) { return start(); },
  };
}

// -- steps, in the order they run ---------------------------------------------

caf::result<invocation_report> invocation_state::start() {
  answer_ = self_->make_response_promise<caf::typed_response_promise<invocation_report>>();
  started_ = std::chrono::steady_clock::now();
  if (report_.how == outcome::cancelled) {
    finish();
  } else if (parts_.store) {
    load_position();
  } else {
    open_source(std::nullopt);
  }
  return answer_;
}

void invocation_state::load_position() {
  self_->request(parts_.store, defaults::store_timeout, atom::get{}, parts_.state_key)
    .then(
      [this](const stored_text& held) {
        if (!held.text) {
          open_source(std::nullopt);
          return;
        }
        auto position = open_bookmark(parts_.state_key, parts_.source_type, *held.text);
        if (!position) {
          fail(to_caf(position.error()));
          return;
        }
        open_source(std::move(*position));
      },
      [this](const caf::error& reason) { fail(reason); });
}

void invocation_state::open_source(std::optional<bookmark> position) {
  resuming_ = position.has_value();
  report_.position = position;
  self_
    ->request(parts_.source, defaults::driver_timeout, atom::open{},
              resume_point{std::move(position)})
    .then([this](atom::done) { open_transforms(); },
          [this](const caf::error& reason) { fail(reason); });
}

void invocation_state::open_transforms() {
  if (!parts_.transforms) {
    open_sink();
    return;
  }
  self_->request(parts_.transforms, defaults::driver_timeout, atom::open{})
    .then([this](atom::done) { open_sink(); }, [this](const caf::error& reason) { fail(reason); });
}

void invocation_state::open_sink() {
  if (flow_.ended()) { // cancelled meanwhile
    advance();
    return;
  }
  sink_opened_ = true;
  self_->request(parts_.sink, defaults::driver_timeout, atom::open{}, sink_start{resuming_})
    .then([this](atom::done) { advance(); }, [this](const caf::error& reason) { fail(reason); });
}

void invocation_state::advance() {
  if (auto rows = flow_.take_for_transforms()) {
    transform_page(*rows);
  } else if (flow_.take_next_part()) {
    transform_next_part();
  }
  while (auto rows = flow_.take_for_sink()) {
    write(*rows);
  }
  while (flow_.take_credit()) {
    pull();
  }
  if (flow_.finished()) {
    close();
  }
}

void invocation_state::pull() {
  self_->request(parts_.source, defaults::driver_timeout, atom::pull{})
    .then(
      [this](const pulled& answer) {
        if (flow_.read(answer.rows, answer.last)) {
          report_.records_in += answer.rows.size();
        }
        advance();
      },
      [this](const caf::error& reason) {
        auto was_wanted = !flow_.ended();
        flow_.reading_failed();
        if (was_wanted) {
          fail(reason);
        } else {
          advance();
        }
      });
}

void invocation_state::transform_page(const page& rows) {
  self_->request(parts_.transforms, defaults::driver_timeout, atom::apply{}, rows)
    .then([this](const transformed& changed) { accept(changed); },
          [this](const caf::error& reason) { fail_transforming(reason); });
}

void invocation_state::transform_next_part() {
  self_->request(parts_.transforms, defaults::driver_timeout, atom::proceed{})
    .then([this](const transformed& changed) { accept(changed); },
          [this](const caf::error& reason) { fail_transforming(reason); });
}

void invocation_state::accept(const transformed& changed) {
  flow_.transformed(changed.rows, changed.more);
  advance();
}

void invocation_state::write(const page& rows) {
  self_->request(parts_.sink, defaults::driver_timeout, atom::write{}, rows)
    .then(
      [this, position = rows.resume()](uint64_t records) {
        flow_.written();
        report_.records_out += records;
        if (flow_.checkpointing()) {
          flush(*position);
        } else {
          page_done();
        }
      },
      [this](const caf::error& reason) {
        flow_.writing_failed();
        fail(reason);
      });
}

void invocation_state::flush(const bookmark& position) {
  self_->request(parts_.sink, defaults::driver_timeout, atom::flush{})
    .then([this, position](atom::done) { checkpoint(position); },
          [this](const caf::error& reason) { fail_checkpoint(reason); });
}

void invocation_state::checkpoint(const bookmark& position) {
  self_
    ->request(parts_.store, defaults::store_timeout, atom::put{}, parts_.state_key,
              seal_bookmark(parts_.source_type, position))
    .then(
      [this, position](atom::done) {
        flow_.checkpointed();
        report_.position = position;
        ++report_.checkpoints;
        page_done();
      },
      [this](const caf::error& reason) { fail_checkpoint(reason); });
}

void invocation_state::page_done() {
  auto now = std::chrono::steady_clock::now();
  if (now - reported_ >= defaults::progress_interval) {
    reported_ = now;
    report_progress();
  }
  advance();
}

void invocation_state::close() {
  if (closing_) {
    return;
  }
  closing_ = true;
  parts_.stop->store(true); // whoever still waits for the source's next page waits in vain
  if (!sink_opened_) {
    finish();
    return;
  }
  auto how = report_.how == outcome::completed   ? ending::completed
             : report_.how == outcome::cancelled ? ending::cancelled
                                                 : ending::failed;
  self_->request(parts_.sink, defaults::driver_timeout, atom::close{}, how)
    .then([this](atom::done) { finish(); },
          [this](const caf::error& reason) {
            note_failure(reason); // a cancelled run whose flush failed has failed
            finish();
          });
}

void invocation_state::finish() {
  report_.elapsed = elapsed();
  report_progress();
  answer_.deliver(report_);
  self_->send_exit(parts_.source, caf::exit_reason::user_shutdown);
  self_->send_exit(parts_.sink, caf::exit_reason::user_shutdown);
  if (parts_.transforms) {
    self_->send_exit(parts_.transforms, caf::exit_reason::user_shutdown);
  }
  self_->quit();
}

// -- ends ---------------------------------------------------------------------

void invocation_state::cancel() {
  parts_.cancelled->store(true);
  if (closing_ || flow_.all_handed_over()) {
    return; // nothing left that could be left out
  }
  if (report_.how == outcome::completed) {
    report_.how = outcome::cancelled;
  }
  parts_.stop->store(true);
  flow_.drop();
  if (sink_opened_) { // else the step under way ends it
    advance();
  }
}

void invocation_state::fail_transforming(const caf::error& reason) {
  flow_.transforming_failed();
  fail(reason);
}

void invocation_state::fail_checkpoint(const caf::error& reason) {
  flow_.checkpointing_failed();
  fail(reason);
}

void invocation_state::fail(const caf::error& reason) {
  note_failure(reason);
  flow_.end();
  advance();
}

void invocation_state::note_failure(const caf::error& reason) {
  auto failure = from_caf(reason);
  if (report_.how == outcome::failed) {
    return;
  }
  if (failure.code == ec::cancelled && parts_.cancelled->load()) {
    report_.how = outcome::cancelled; // a driver gave up waiting, as it was told
    return;
  }
  report_.how = outcome::failed;
  report_.failure = std::move(failure);
}

void invocation_state::report_progress() {
  if (parts_.listener) {
    self_->send(parts_.listener,
                progress{report_.row, report_.records_in, report_.records_out, elapsed()});
  }
}

std::chrono::milliseconds invocation_state::elapsed() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now()
                                                               - started_);
}

invocation_actor::behavior_type
invocation(invocation_actor::stateful_pointer<invocation_state> self, invocation_parts parts) {
  return self->state.make_behavior(std::move(parts));
}

} // namespace faucet
