#include "apps/node/gateway/queue_room.hpp"

namespace faucet {

namespace {

/// How long a number is worth something.
constexpr std::chrono::milliseconds freshness{100};

/// How many other nodes are thought to let in as many meanwhile.
constexpr uint64_t others = 16;

} // namespace

bool queue_room::let_in(uint64_t most, clock::time_point now) {
  std::lock_guard guard{mutex_};
  if (now >= until_ || waiting_ + (let_in_ + 1) * others > most / 2) {
    return false;
  }
  ++let_in_;
  return true;
}

void queue_room::counted(uint64_t waiting, clock::time_point now) {
  std::lock_guard guard{mutex_};
  waiting_ = waiting;
  let_in_ = 0;
  until_ = now + freshness;
}

} // namespace faucet
