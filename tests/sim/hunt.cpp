#include "tests/sim/hunt.hpp"

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace faucet::sim {
namespace {

using clock = std::chrono::steady_clock;

class hunter {
public:
  explicit hunter(const hunt_choice& choice) : choice_(choice), next_(choice.first_seed) {
    // nop
  }

  hunt_report go() {
    std::vector<std::thread> others;
    for (uint32_t i = 1; i < choice_.jobs; ++i) {
      others.emplace_back([this] { work(); });
    }
    work();
    for (auto& x : others) {
      x.join();
    }
    return report_;
  }

private:
  void work() {
    while (!over_) {
      auto seed = next_++;
      if (seed - choice_.first_seed >= choice_.seeds) {
        return;
      }
      take(live({seed, choice_.bug, false}));
      if (choice_.time != std::chrono::milliseconds::max()
          && clock::now() - begun_ >= choice_.time) {
        over_ = true;
      }
    }
  }

  void take(const life_report& life) {
    std::scoped_lock lock(mutex_);
    ++report_.lives;
    report_.happened += life.happened;
    report_.runs += life.runs;
    report_.stale_writes += life.stale_writes;
    report_.suffered.crashes += life.suffered.crashes;
    report_.suffered.long_pauses += life.suffered.long_pauses;
    report_.suffered.partitions += life.suffered.partitions;
    report_.suffered.outages += life.suffered.outages;
    report_.suffered.drains += life.suffered.drains;
    if (!life.violation) {
      return;
    }
    over_ = true;
    if (!report_.found || life.seed < report_.found->seed) {
      report_.found = life;
    }
  }

  const hunt_choice& choice_;
  clock::time_point begun_ = clock::now();
  std::atomic<uint64_t> next_;
  std::atomic<bool> over_ = false;
  std::mutex mutex_;
  hunt_report report_;
};

} // namespace

hunt_report hunt(const hunt_choice& choice) {
  return hunter(choice).go();
}

} // namespace faucet::sim
