#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace faucet::sim {

/// The time of a simulation, since its start. It jumps to whatever happens next.
using virtual_time = std::chrono::milliseconds;

/// What is to happen, in the order of its time; what has the same time, in the order it was put in.
class timeline {
public:
  [[nodiscard]] virtual_time now() const noexcept {
    return now_;
  }

  [[nodiscard]] bool empty() const noexcept {
    return heap_.empty();
  }

  /// How many things have happened.
  [[nodiscard]] uint64_t happened() const noexcept {
    return happened_;
  }

  void at(virtual_time when, std::function<void()> what);

  void after(virtual_time delay, std::function<void()> what) {
    at(now_ + delay, std::move(what));
  }

  /// Lets the next thing happen.
  void advance();

private:
  struct entry {
    virtual_time when;
    uint64_t number;
    uint32_t slot;
  };

  static bool later(const entry& x, const entry& y) noexcept {
    return x.when != y.when ? x.when > y.when : x.number > y.number;
  }

  virtual_time now_{0};
  uint64_t numbers_ = 0;
  uint64_t happened_ = 0;
  std::vector<entry> heap_;
  std::vector<std::function<void()>> slots_;
  std::vector<uint32_t> free_slots_;
};

} // namespace faucet::sim
