#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <span>
#include <utility>

namespace faucet {

/// Bounds, in seconds, of what is over soon and of what may last for hours.
inline constexpr std::array short_times{.001, .005, .01,  .05,  .1,   .5,
                                        1.0,  5.0,  10.0, 30.0, 60.0, 300.0};
inline constexpr std::array long_times{.1,    1.0,    5.0,    10.0,   30.0,    60.0,   300.0,
                                       900.0, 1800.0, 3600.0, 7200.0, 21600.0, 86400.0};

/// How long things took, counted by bounds. May be added to and read from any thread; nothing in it
/// ever shrinks.
class duration_tally {
public:
  using clock = std::chrono::steady_clock;

  /// The bounds must outlive it; there are at most as many as long_times has.
  explicit duration_tally(std::span<const double> bounds) : bounds_(bounds) {
    // nop
  }

  // -- observers --------------------------------------------------------------

  [[nodiscard]] std::span<const double> bounds() const noexcept {
    return bounds_;
  }

  /// How many lie within a bound and above the one before it; behind the last bound: above all.
  [[nodiscard]] uint64_t within(size_t bound) const noexcept {
    return counts_[bound].load(std::memory_order_relaxed);
  }

  [[nodiscard]] double seconds() const noexcept {
    return static_cast<double>(nanoseconds_.load(std::memory_order_relaxed)) / 1e9;
  }

  // -- modifiers --------------------------------------------------------------

  void add(std::chrono::nanoseconds took) noexcept {
    auto seconds = std::chrono::duration<double>(took).count();
    size_t at = 0;
    while (at < bounds_.size() && seconds > bounds_[at]) {
      ++at;
    }
    counts_[at].fetch_add(1, std::memory_order_relaxed);
    nanoseconds_.fetch_add(static_cast<uint64_t>(took.count()), std::memory_order_relaxed);
  }

  void add_since(clock::time_point begun) noexcept {
    add(clock::now() - begun);
  }

  /// Calls `f` and adds how long that took.
  template <class F>
  auto timed(F&& f) {
    auto begun = clock::now();
    auto result = std::forward<F>(f)();
    add_since(begun);
    return result;
  }

private:
  std::span<const double> bounds_;
  std::array<std::atomic<uint64_t>, long_times.size() + 1> counts_{};
  std::atomic<uint64_t> nanoseconds_{0};
};

} // namespace faucet
