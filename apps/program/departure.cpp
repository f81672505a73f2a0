#include "apps/program/departure.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace faucet {

namespace {

/// How long a driver may take to come back from a blocking call after its run has ended.
constexpr unsigned patience_seconds = 2;

volatile std::sig_atomic_t code_to_leave_with = 0;

} // namespace

void depart_soon(exit_code code) {
  std::fflush(nullptr);
  code_to_leave_with = static_cast<int>(code);
  std::signal(SIGALRM, [](int) { ::_exit(static_cast<int>(code_to_leave_with)); });
  ::alarm(patience_seconds);
}

} // namespace faucet
