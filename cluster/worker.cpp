#include "cluster/worker.hpp"

#include "actors/defaults.hpp"
#include "actors/detached.hpp"
#include "actors/errors.hpp"
#include "actors/hosting.hpp"
#include "actors/run.hpp"
#include "cluster/run_outcome.hpp"

#include <caf/all.hpp>

namespace faucet {

namespace {

/// How often a run says that it lives.
constexpr std::chrono::seconds life_interval{1};

/// How long a run that has taken too long may still flush.
constexpr std::chrono::milliseconds timeout_grace{std::chrono::seconds{30}};

/// How long a sink may. Less than the run has: it is to hear from the server that it gave up.
constexpr std::chrono::milliseconds sink_grace{std::chrono::seconds{29}};

std::string timeout_text(std::chrono::seconds timeout) {
  return std::string{timeout_word} + "the run was stopped after " + std::to_string(timeout.count())
         + " s (timeout_secs)";
}

expected<claimed_plan> prepare(const submitted_run& run, const execution_place& place) {
  auto plan = plan_of(run, place);
  if (!plan) {
    auto why = std::move(plan).error();
    return fail(why.code, "re-loading claimed config: " + render(why));
  }
  if (plan->to_be_probed && place.probe) {
    auto unwell = place.probe(run);
    if (!unwell || !unwell->empty()) {
      return unwell ? fail(ec::unavailable, "doctor_first: " + *unwell) : fail(std::move(unwell));
    }
  }
  return plan;
}

/// Prepares a run, which may block, and is gone.
caf::behavior loader(caf::event_based_actor* self, submitted_run run,
                     std::shared_ptr<const execution_place> place) {
  return {[self, run = std::move(run),
           place = std::move(place)](atom::open) -> caf::result<std::shared_ptr<claimed_plan>> {
    auto plan = call_driver("config", [&] { return prepare(run, *place); });
    self->quit();
    if (!plan) {
      return to_caf(plan.error());
    }
    return std::make_shared<claimed_plan>(std::move(*plan));
  }};
}

} // namespace

worker_host::~worker_host() {
  if (permit_) {
    permit_->withdraw();
  }
}

executing_actor::behavior_type
worker_host::make_behavior(member_actor member, claimed_run run,
                           std::shared_ptr<const execution_place> place,
                           write_permit::clock::time_point write_until) {
  member_ = std::move(member);
  run_ = std::move(run);
  place_ = std::move(place);
  log_ = run_log{place_->journal, run_.hold.run};
  log_.begins(run_);
  permit_ = std::make_shared<write_permit>(write_until);
  moved_ = now();
  self_->monitor(member_);
  self_->set_down_handler([this](const caf::down_msg&) { give_up(); });
  show_life();
  load();
  return {
    [this](atom::extend, write_permit::clock::time_point until) { permit_->extend(until); },
    [this](atom::stop, std::chrono::milliseconds grace) { stop(grace); },
    [this](atom::drop) { give_up(); },
    [this](const progress&) { moved_ = now(); },
    [this](atom::tick) { show_life(); },
    [this](atom::expire) { time_out(); },
  };
}

// -- steps, in the order they run ---------------------------------------------

void worker_host::load() {
  if (run_.config.empty()) {
    fail("claimed run record missing config_body");
    return;
  }
  auto wishes = read_wishes(run_.details); // what is wrong with them the loader tells
  if (wishes && wishes->timeout) {
    timeout_ = wishes->timeout;
    self_->delayed_send(self_, *timeout_, atom::expire::value);
  }
  auto reader = spawn_detached(*self_, loader,
                               submitted_run{.config = run_.config,
                                             .format = run_.config_format,
                                             .details = run_.details,
                                             .run = run_.hold.run,
                                             .sealed_values = run_.sealed_values},
                               place_);
  if (!reader) {
    fail(render(reader.error()));
    return;
  }
  self_->request(*reader, caf::infinite, atom::open::value)
    .then([this](std::shared_ptr<claimed_plan>& loaded) { start(std::move(*loaded)); },
          [this](const caf::error& why) { fail(render(from_caf(why))); });
}

void worker_host::start(claimed_plan loaded) {
  loaded.plan.permit = permit_;
  loaded.plan.stop_grace = sink_grace;
  loaded.plan.hold = run_.hold;
  for (const auto& text : loaded.warnings) {
    log_.note("warn", text);
  }
  log_.follow(loaded.plan);
  if (place_->counts) {
    loaded.plan.tally = [counts = place_->counts](const tallied_row& row) {
      return counts->tally_of(row);
    };
  }
  moved_ = now();
  self_->send(member_, atom::start::value, run_.hold);
  running_ =
    self_->spawn(faucet::run, std::move(loaded.plan), caf::actor_cast<progress_listener>(self_));
  self_->request(running_, caf::infinite, atom::start::value)
    .then([this](const run_report& report) { ended(report); },
          [this](const caf::error& why) { fail("the run broke off: " + render(from_caf(why))); });
}

void worker_host::ended(const run_report& report) {
  if (place_->counts) {
    place_->counts->reported(report);
  }
  auto end = end_of(run_.hold, report);
  if (timed_out_ && end.status != run_status::completed) {
    end.status = run_status::failed;
    end.error = timeout_text(*timeout_) + (end.error.empty() ? "" : "; ") + end.error;
  }
  finish(std::move(end));
}

void worker_host::fail(std::string why) {
  finish({.hold = run_.hold, .status = run_status::failed, .error = std::move(why)});
}

void worker_host::finish(run_end end) {
  log_.ends(end);
  self_->send(member_, atom::ended::value, std::move(end));
  self_->quit();
}

// -- from outside -------------------------------------------------------------

// Nothing was written before the plan is there: nobody waits for the loader.
void worker_host::stop(std::chrono::milliseconds grace) {
  log_.note("info", "told to stop, within " + std::to_string(grace.count()) + " ms");
  if (running_) {
    self_->send(running_, atom::cancel::value, grace);
  } else {
    finish({.hold = run_.hold, .status = run_status::cancelled});
  }
}

// The member hears of the end when there is one, so that nobody else begins before.
void worker_host::give_up() {
  permit_->withdraw();
  log_.note("warn", "this node may not write for the run any more");
  stop(defaults::cancel_grace);
}

void worker_host::time_out() {
  timed_out_ = true;
  log_.note("error", timeout_text(*timeout_));
  if (running_) {
    self_->send(running_, atom::cancel::value, timeout_grace);
  } else {
    fail(timeout_text(*timeout_));
  }
}

void worker_host::show_life() {
  if (now() - moved_ < place_->silence) {
    self_->send(member_, atom::note::value, run_.hold);
  }
  self_->delayed_send(self_, life_interval, atom::tick::value);
}

std::chrono::steady_clock::time_point worker_host::now() const {
  return self_->home_system().clock().now();
}

executing_actor::behavior_type worker(executing_actor::stateful_pointer<worker_host> self,
                                      member_actor member, claimed_run run,
                                      std::shared_ptr<const execution_place> place,
                                      write_permit::clock::time_point write_until) {
  return self->state.make_behavior(std::move(member), std::move(run), std::move(place),
                                   write_until);
}

} // namespace faucet
