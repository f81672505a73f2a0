#include "actors/invocation.hpp"

#include "actors/asking.hpp"
#include "actors/defaults.hpp"
#include "actors/errors.hpp"
#include "state/envelope.hpp"

#include <caf/all.hpp>

namespace faucet {

invocation_actor::behavior_type invocation_state::make_behavior(invocation_parts parts) {
  parts_ = std::move(parts);
  report_.row = parts_.row;
  report_.parent_key = parts_.parent_key;
  report_.run_id = parts_.run_id;
  report_.source = parts_.source_type;
  report_.sink = parts_.sink_type;
  session_.emplace(
    self_, parts_.memory, parts_.run_id,
    row_session::listeners{.warn = parts_.warn, .lost = [this](const error& why) { lost(why); }});
  if (parts_.letters) {
    letters_.emplace(parts_.letters->rules);
  }
  flow_ = page_flow{{.transforms = static_cast<bool>(parts_.transforms),
                     .checkpoints = session_->remembers() && !parts_.overwrites,
                     .limit = parts_.limit}};
  return {
    [this](atom::cancel) { cancel(defaults::cancel_grace); },
    [this](atom::cancel, std::chrono::milliseconds grace) { cancel(grace); },
    [this](atom::start) { return start(); },
    [this](atom::renew) { session_->renew(); },
    [this](atom::forsake) { forsake(); },
  };
}

// -- opening ------------------------------------------------------------------

caf::result<invocation_report> invocation_state::start() {
  answer_ = self_->make_response_promise<caf::typed_response_promise<invocation_report>>();
  started_ = std::chrono::steady_clock::now();
  if (parts_.tally) {
    under_way_.emplace(parts_.tally);
  }
  if (report_.how == outcome::cancelled) {
    finish();
  } else {
    begin_session();
  }
  return answer_;
}

void invocation_state::begin_session() {
  session_->begin([this](const expected<stored_text>& held) {
    if (!held) {
      fail(held.error());
      return;
    }
    if (held->text) {
      auto position = open_bookmark(parts_.memory.key, parts_.source_type, *held->text);
      if (!position) {
        fail(position.error());
        return;
      }
      resuming_ = position->has_value();
      report_.position = std::move(*position);
    }
    open_letters();
  });
}

void invocation_state::open_letters() {
  if (!parts_.letters) {
    open_source();
    return;
  }
  ask<atom::done>(
    self_, unanswered_.letters, parts_.letters->sink, defaults::driver_timeout,
    [this](atom::done) { open_source(); },
    [this](const caf::error& reason) { fail(letters_failed(reason)); }, atom::open{},
    sink_start{true});
}

void invocation_state::open_source() {
  ask<atom::done>(
    self_, unanswered_.source, parts_.source, defaults::driver_timeout,
    [this](atom::done) { open_transforms(); },
    [this](const caf::error& reason) { fail(from_caf(reason)); }, atom::open{},
    resume_point{report_.position});
}

void invocation_state::open_transforms() {
  if (!parts_.transforms) {
    open_sink();
    return;
  }
  ask<atom::done>(
    self_, unanswered_.transforms, parts_.transforms, defaults::driver_timeout,
    [this](atom::done) { open_sink(); },
    [this](const caf::error& reason) { fail(from_caf(reason)); }, atom::open{});
}

void invocation_state::open_sink() {
  if (flow_.ended()) { // cancelled meanwhile
    advance();
    return;
  }
  sink_opened_ = true;
  ask<atom::done>(
    self_, unanswered_.sink, parts_.sink, defaults::driver_timeout,
    [this](atom::done) { advance(); }, [this](const caf::error& reason) { fail(from_caf(reason)); },
    atom::open{}, sink_start{resuming_});
}

// -- moving -------------------------------------------------------------------

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
          fail(from_caf(reason));
        } else {
          advance();
        }
      });
}

void invocation_state::transform_page(const page& rows) {
  count([&rows](row_tally& x) { x.transformed_in.add(rows.size()); });
  ask<transformed>(
    self_, unanswered_.transforms, parts_.transforms, defaults::driver_timeout,
    [this](const transformed& changed) { accept(changed); },
    [this](const caf::error& reason) { fail_transforming(reason); }, atom::apply{}, rows);
}

void invocation_state::transform_next_part() {
  ask<transformed>(
    self_, unanswered_.transforms, parts_.transforms, defaults::driver_timeout,
    [this](const transformed& changed) { accept(changed); },
    [this](const caf::error& reason) { fail_transforming(reason); }, atom::proceed{});
}

void invocation_state::accept(const transformed& changed) {
  count([&changed](row_tally& x) { x.transformed_out.add(changed.rows.size()); });
  flow_.transformed(changed.rows, changed.more);
  advance();
}

invocation_actor::behavior_type
invocation(invocation_actor::stateful_pointer<invocation_state> self, invocation_parts parts) {
  return self->state.make_behavior(std::move(parts));
}

} // namespace faucet
