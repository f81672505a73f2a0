#include "connectors/generate/pace.hpp"

#include <algorithm>
#include <thread>

namespace faucet {

namespace {

constexpr std::chrono::milliseconds longest_nap{20};
constexpr double pages_a_second = 10;

} // namespace

size_t pace::rows_a_page(size_t wanted) const noexcept {
  if (!rows_per_sec_) {
    return wanted;
  }
  auto most = std::max(1.0, *rows_per_sec_ / pages_a_second);
  return wanted != 0 && static_cast<double>(wanted) <= most ? wanted : static_cast<size_t>(most);
}

void pace::wait(const driver_context& context) {
  if (!due_) {
    due_ = clock::now();
    return;
  }
  while (!context.stopped()) {
    auto left = *due_ - clock::now();
    if (left <= clock::duration::zero()) {
      return;
    }
    std::this_thread::sleep_for(std::min<clock::duration>(left, longest_nap));
  }
}

void pace::count(size_t rows) noexcept {
  auto delay = std::chrono::duration_cast<clock::duration>(page_delay_);
  if (rows_per_sec_) {
    std::chrono::duration<double> time{static_cast<double>(rows) / *rows_per_sec_};
    // From when the page was due: time that making it took is not lost.
    due_ = *due_ + std::chrono::duration_cast<clock::duration>(time) + delay;
  } else {
    due_ = clock::now() + delay;
  }
}

} // namespace faucet
