#include "apps/program/timed_call.hpp"

#include <exception>
#include <future>
#include <string>
#include <system_error>
#include <thread>

namespace faucet {

namespace {

/// How long a call may take to stop once it is asked to.
constexpr auto patience = std::chrono::seconds{1};

std::atomic<bool> left_behind{false};

expected<void> guarded(const blocking_call& call, const std::shared_ptr<std::atomic<bool>>& stop) {
  try {
    return call(stop);
  } catch (const std::exception& thrown) {
    return fail(ec::internal, thrown.what());
  }
}

} // namespace

expected<void> call_within(std::chrono::seconds limit, blocking_call call) {
  auto stop = std::make_shared<std::atomic<bool>>(false);
  std::packaged_task<expected<void>()> task{
    [call = std::move(call), stop] { return guarded(call, stop); }};
  auto result = task.get_future();
  std::thread thread;
  try {
    thread = std::thread{std::move(task)};
  } catch (const std::system_error& thrown) {
    return fail(ec::unavailable, std::string{"no thread could be started: "} + thrown.what());
  }
  if (result.wait_for(limit) == std::future_status::ready) {
    thread.join();
    return result.get();
  }
  stop->store(true);
  if (result.wait_for(patience) == std::future_status::ready) {
    thread.join();
  } else {
    thread.detach();
    left_behind.store(true);
  }
  return fail(ec::unavailable, "no answer within " + std::to_string(limit.count()) + " s");
}

bool calls_are_left_behind() noexcept {
  return left_behind.load();
}

} // namespace faucet
