#include "cluster/worker.hpp"

#include "actors/detached.hpp"
#include "actors/errors.hpp"
#include "actors/hosting.hpp"
#include "actors/run.hpp"
#include "cluster/run_outcome.hpp"

#include <caf/all.hpp>

namespace faucet {

namespace {

/// How often a run that waits for good reason says that it lives.
constexpr std::chrono::seconds life_interval{1};

/// Reads a config, which may block, and is gone.
caf::behavior loader(caf::event_based_actor* self, claimed_run run,
                     std::shared_ptr<const execution_place> place) {
  return {[self, run = std::move(run),
           place = std::move(place)](atom::open) -> caf::result<std::shared_ptr<run_plan>> {
    auto plan = call_driver("config", [&] { return plan_of(run, *place); });
    self->quit();
    if (!plan) {
      return to_caf(plan.error());
    }
    return std::make_shared<run_plan>(std::move(*plan));
  }};
}

} // namespace

executing_actor::behavior_type
worker_host::make_behavior(member_actor member, claimed_run run,
                           std::shared_ptr<const execution_place> place,
                           write_permit::clock::time_point write_until) {
  member_ = std::move(member);
  run_ = std::move(run);
  permit_ = std::make_shared<write_permit>(write_until);
  self_->monitor(member_);
  self_->set_down_handler([this](const caf::down_msg&) { give_up(); });
  load(place);
  show_life();
  return {
    [this](atom::extend, write_permit::clock::time_point until) { permit_->extend(until); },
    [this](atom::stop, std::chrono::milliseconds) { stop(); },
    [this](atom::drop) { give_up(); },
    [this](const progress&) { self_->send(member_, atom::note::value, run_.hold); },
    [this](atom::tick) { show_life(); },
  };
}

void worker_host::load(const std::shared_ptr<const execution_place>& place) {
  if (run_.config.empty()) {
    fail("claimed run record missing config_body");
    return;
  }
  auto reader = spawn_detached(*self_, loader, run_, place);
  if (!reader) {
    fail(render(reader.error()));
    return;
  }
  self_->request(*reader, caf::infinite, atom::open::value)
    .then([this](std::shared_ptr<run_plan>& plan) { start(std::move(*plan)); },
          [this](const caf::error& why) {
            fail("re-loading claimed config: " + render(from_caf(why)));
          });
}

void worker_host::start(run_plan plan) {
  plan.permit = permit_;
  if (stops_) {
    finish(run_end{.hold = run_.hold, .status = run_status::cancelled});
    return;
  }
  running_ = self_->spawn(faucet::run, std::move(plan), caf::actor_cast<progress_listener>(self_));
  self_->request(running_, caf::infinite, atom::start::value)
    .then([this](const run_report& report) { finish(end_of(run_.hold, report)); },
          [this](const caf::error& why) { fail("the run broke off: " + render(from_caf(why))); });
}

void worker_host::stop() {
  stops_ = true;
  if (running_) {
    self_->send(running_, atom::cancel::value);
  }
}

// The member hears of the end when there is one, so that nobody else begins before.
void worker_host::give_up() {
  permit_->withdraw();
  stop();
}

void worker_host::show_life() {
  self_->send(member_, atom::note::value, run_.hold);
  self_->delayed_send(self_, life_interval, atom::tick::value);
}

void worker_host::fail(std::string why) {
  finish({.hold = run_.hold, .status = run_status::failed, .error = std::move(why)});
}

void worker_host::finish(run_end end) {
  self_->send(member_, atom::ended::value, std::move(end));
  self_->quit();
}

executing_actor::behavior_type worker(executing_actor::stateful_pointer<worker_host> self,
                                      member_actor member, claimed_run run,
                                      std::shared_ptr<const execution_place> place,
                                      write_permit::clock::time_point write_until) {
  return self->state.make_behavior(std::move(member), std::move(run), std::move(place),
                                   write_until);
}

} // namespace faucet
