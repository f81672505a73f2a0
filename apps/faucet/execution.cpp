#include "apps/faucet/execution.hpp"

#include "actors/defaults.hpp"
#include "actors/errors.hpp"
#include "actors/run.hpp"
#include "actors/system_config.hpp"
#include "apps/faucet/progress_line.hpp"
#include "apps/faucet/signal_watch.hpp"

#include <caf/all.hpp>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <thread>

namespace faucet {

namespace {

/// How long a driver may take to come back from a blocking call after its run has ended.
constexpr auto patience = std::chrono::seconds{2};

struct faucet_config : caf::actor_system_config {
  faucet_config() {
    configure(*this);
  }
};

} // namespace

struct execution::parts {
  signal_watch signals; // before the system, whose threads inherit its mask
  faucet_config config;
  caf::actor_system system{config};
};

execution::execution() : parts_(std::make_unique<parts>()) {
  // nop
}

execution::~execution() = default;

run_report execution::run(run_plan plan, bool live) {
  auto& system = parts_->system;
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
  parts_->signals.start([running] { caf::anon_send(running, atom::cancel{}); });
  caf::scoped_actor self{system};
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

void execution::leave(exit_code code) {
  std::fflush(nullptr);
  std::thread{[code] {
    std::this_thread::sleep_for(patience);
    ::_exit(static_cast<int>(code));
  }}.detach();
}

} // namespace faucet
