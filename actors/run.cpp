#include "actors/run.hpp"

#include "actors/defaults.hpp"
#include "actors/errors.hpp"
#include "actors/host_sink.hpp"
#include "actors/host_source.hpp"
#include "actors/host_store.hpp"
#include "actors/host_transforms.hpp"

#include <caf/all.hpp>

namespace faucet {

run_actor::behavior_type run_state::make_behavior(run_plan plan, progress_listener listener) {
  plan_ = std::move(plan);
  listener_ = std::move(listener);
  report_.pipeline = plan_.pipeline;
  return {
    [this](atom::cancel) { cancel(); },
    [this](atom::start) { return start(); },
  };
}

// -- steps, in the order they run ---------------------------------------------

caf::result<run_report> run_state::start() {
  answer_ = self_->make_response_promise<caf::typed_response_promise<run_report>>();
  spawn_invocations();
  return answer_;
}

void run_state::spawn_invocations() {
  if (plan_.store) {
    store_ = self_->spawn<caf::detached>(host_store, plan_.store);
  }
  report_.invocations.resize(plan_.invocations.size());
  running_ = plan_.invocations.size();
  if (running_ == 0) {
    finish();
    return;
  }
  for (size_t i = 0; i < plan_.invocations.size(); ++i) {
    const auto& plan = plan_.invocations[i];
    invocations_.push_back(spawn_invocation(plan, store_));
    if (cancelled_) {
      self_->send(invocations_.back(), atom::cancel{});
    }
    self_->request(invocations_.back(), defaults::run_timeout, atom::start{})
      .then([this, i](const invocation_report& report) { ended(i, report); },
            [this, i](const caf::error& reason) {
              const auto& lost = plan_.invocations[i];
              ended(i, {.row = lost.row,
                        .source = lost.source_type,
                        .sink = lost.sink_type,
                        .how = outcome::failed,
                        .failure = from_caf(reason)});
            });
  }
}

invocation_actor run_state::spawn_invocation(const invocation_plan& plan,
                                             const store_actor& store) {
  invocation_parts parts;
  auto context_of = [this, &plan, &parts](const std::string& type) {
    driver_context context;
    context.stop = parts.cancelled;
    context.warn = [warn = plan_.warn, secrets = plan_.secrets, row = plan.row,
                    type](const std::string& text) {
      if (warn) {
        warn(row, type, secrets.apply(text));
      }
    };
    return context;
  };
  auto source_context = context_of(plan.source_type);
  source_context.stop = parts.stop;
  parts.row = plan.row;
  parts.source_type = plan.source_type;
  parts.sink_type = plan.sink_type;
  parts.state_key = plan.state_key;
  parts.source = self_->spawn<caf::detached>(host_source, plan.source_type, plan.source,
                                             std::move(source_context));
  if (!plan.transforms.empty()) {
    parts.transforms = self_->spawn<caf::detached>(
      host_transforms, std::make_shared<transform_chain>(plan.transforms), context_of("transform"));
  }
  parts.sink =
    self_->spawn<caf::detached>(host_sink, plan.sink_type, plan.sink, context_of(plan.sink_type));
  parts.store = store;
  parts.listener = listener_;
  parts.limit = plan.limit;
  return self_->spawn(invocation, std::move(parts));
}

void run_state::ended(size_t index, invocation_report report) {
  report.failure = masked(std::move(report.failure), plan_.secrets);
  report_.invocations[index] = std::move(report);
  if (--running_ == 0) {
    finish();
  }
}

void run_state::finish() {
  answer_.deliver(report_);
  if (store_) {
    self_->send_exit(store_, caf::exit_reason::user_shutdown);
  }
  self_->quit();
}

void run_state::cancel() {
  cancelled_ = true;
  for (const auto& running : invocations_) {
    self_->send(running, atom::cancel{});
  }
}

run_actor::behavior_type run(run_actor::stateful_pointer<run_state> self, run_plan plan,
                             progress_listener listener) {
  return self->state.make_behavior(std::move(plan), std::move(listener));
}

} // namespace faucet
