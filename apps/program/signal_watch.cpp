#include "apps/program/signal_watch.hpp"

#include "apps/program/exit_code.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <system_error>
#include <utility>

namespace faucet {

namespace {

/// Wakes the thread up when there is nothing to listen for any more.
constexpr int wake_up = SIGUSR2;

sigset_t watched_signals() {
  sigset_t result;
  sigemptyset(&result);
  sigaddset(&result, SIGINT);
  sigaddset(&result, SIGTERM);
  sigaddset(&result, wake_up);
  return result;
}

void listen(const std::function<void()>& on_first) {
  auto watched = watched_signals();
  int caught = 0;
  if (sigwait(&watched, &caught) != 0 || caught == wake_up) {
    return;
  }
  on_first();
  if (sigwait(&watched, &caught) == 0 && caught != wake_up) {
    ::_exit(static_cast<int>(exit_code::cancelled));
  }
}

} // namespace

signal_watch::signal_watch() {
  auto watched = watched_signals();
  pthread_sigmask(SIG_BLOCK, &watched, nullptr);
}

signal_watch::~signal_watch() {
  if (thread_.joinable()) {
    pthread_kill(thread_.native_handle(), wake_up);
    thread_.join();
  }
}

expected<void> signal_watch::start(std::function<void()> on_first) {
  try {
    thread_ = std::thread{[on_first = std::move(on_first)] { listen(on_first); }};
  } catch (const std::system_error& thrown) {
    return fail(ec::unavailable, thrown.what(), "the thread that waits for signals");
  }
  return {};
}

} // namespace faucet
