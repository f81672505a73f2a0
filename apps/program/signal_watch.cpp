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

sigset_t watched_signals(bool takes_hangup) {
  sigset_t result;
  sigemptyset(&result);
  sigaddset(&result, SIGINT);
  sigaddset(&result, SIGTERM);
  sigaddset(&result, wake_up);
  if (takes_hangup) {
    sigaddset(&result, SIGHUP);
  }
  return result;
}

void listen(const sigset_t& watched, const std::function<void()>& on_first,
            const std::function<void()>& on_hangup) {
  auto was_told = false;
  int caught = 0;
  while (sigwait(&watched, &caught) == 0 && caught != wake_up) {
    if (caught == SIGHUP) {
      if (on_hangup) {
        on_hangup();
      }
      continue;
    }
    if (was_told) {
      ::_exit(static_cast<int>(exit_code::cancelled));
    }
    was_told = true;
    on_first();
  }
}

} // namespace

signal_watch::signal_watch(bool takes_hangup) : takes_hangup_(takes_hangup) {
  auto watched = watched_signals(takes_hangup_);
  pthread_sigmask(SIG_BLOCK, &watched, nullptr);
}

signal_watch::~signal_watch() {
  if (thread_.joinable()) {
    pthread_kill(thread_.native_handle(), wake_up);
    thread_.join();
  }
}

expected<void> signal_watch::start(std::function<void()> on_first,
                                   std::function<void()> on_hangup) {
  try {
    thread_ =
      std::thread{[watched = watched_signals(takes_hangup_), on_first = std::move(on_first),
                   on_hangup = std::move(on_hangup)] { listen(watched, on_first, on_hangup); }};
  } catch (const std::system_error& thrown) {
    return fail(ec::unavailable, thrown.what(), "the thread that waits for signals");
  }
  return {};
}

} // namespace faucet
