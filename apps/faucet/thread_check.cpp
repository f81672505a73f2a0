#include "apps/faucet/thread_check.hpp"

#include <latch>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace faucet {

namespace {

/// How many threads were there at one time, of so many.
size_t started_of(size_t wanted) {
  std::latch all_are_there{1};
  std::vector<std::thread> threads;
  threads.reserve(wanted);
  try {
    while (threads.size() < wanted) {
      threads.emplace_back([&all_are_there] { all_are_there.wait(); });
    }
  } catch (const std::system_error&) {
    // That was the limit.
  }
  all_are_there.count_down();
  for (auto& thread : threads) {
    thread.join();
  }
  return threads.size();
}

} // namespace

expected<void> check_threads(size_t needed) {
  auto had = started_of(needed);
  if (had == needed) {
    return {};
  }
  return fail(
    ec::unavailable,
    "the run needs " + std::to_string(needed) + ", the system allows " + std::to_string(had)
      + "; raise the limit (ulimit -u, ulimit -v, the pids limit of a container) or lower "
        "execution.max_concurrent",
    "threads");
}

} // namespace faucet
