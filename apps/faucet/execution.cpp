#include "apps/faucet/execution.hpp"

#include "actors/defaults.hpp"
#include "actors/errors.hpp"
#include "actors/run.hpp"
#include "actors/system_config.hpp"
#include "actors/thread_needs.hpp"
#include "apps/faucet/progress_line.hpp"
#include "apps/faucet/thread_check.hpp"
#include "apps/program/signal_watch.hpp"

#include <caf/all.hpp>
#include <spdlog/spdlog.h>

#include <optional>

namespace faucet {

namespace {

/// It listens for signals.
constexpr size_t threads_of_ours = 1;

struct faucet_config : caf::actor_system_config {
  faucet_config() {
    configure(*this);
  }
};

} // namespace

struct execution::parts {
  signal_watch signals; // before the system, whose threads inherit its mask
  faucet_config config;
  std::optional<caf::actor_system> system;
};

execution::execution() : parts_(std::make_unique<parts>()) {
  // nop
}

execution::~execution() = default;

expected<run_report> execution::run(run_plan plan, bool live) {
  auto needed = threads_of(plan) + threads_of(parts_->config) + threads_of_ours;
  if (auto ok = check_threads(needed); !ok) {
    return fail(std::move(ok));
  }
  auto& system = parts_->system.emplace(parts_->config);
  progress_listener listener;
  if (live) {
    listener = system.spawn(progress_line);
  }
  plan.warn = [](const std::string& row, const std::string& type, const std::string& text) {
    spdlog::warn("{}: {}: {}", row, type, text);
  };
  run_report report;
  report.pipeline = plan.pipeline;
  auto running = system.spawn(faucet::run, std::move(plan), listener);
  caf::scoped_actor self{system};
  auto listens = parts_->signals.start([running] { caf::anon_send(running, atom::cancel{}); });
  if (!listens) {
    self->send_exit(running, caf::exit_reason::kill);
    return fail(std::move(listens));
  }
  self->request(running, defaults::run_timeout, atom::start{})
    .receive([&report](run_report& result) { report = std::move(result); },
             [&report](const caf::error& reason) {
               report.invocations.push_back(
                 {.row = "run", .how = outcome::failed, .failure = from_caf(reason)});
             });
  if (listener) {
    self->monitor(listener);
    self->send_exit(listener, caf::exit_reason::user_shutdown);
    self->receive([](const caf::down_msg&) {});
  }
  return report;
}

} // namespace faucet
