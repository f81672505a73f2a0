#include "tests/sim/virtual_time.hpp"

#include <algorithm>

namespace faucet::sim {

void timeline::at(virtual_time when, std::function<void()> what) {
  uint32_t slot = 0;
  if (free_slots_.empty()) {
    slot = static_cast<uint32_t>(slots_.size());
    slots_.push_back(std::move(what));
  } else {
    slot = free_slots_.back();
    free_slots_.pop_back();
    slots_[slot] = std::move(what);
  }
  heap_.push_back({std::max(when, now_), numbers_++, slot});
  std::push_heap(heap_.begin(), heap_.end(), later);
}

void timeline::advance() {
  std::pop_heap(heap_.begin(), heap_.end(), later);
  auto next = heap_.back();
  heap_.pop_back();
  now_ = next.when;
  ++happened_;
  auto what = std::move(slots_[next.slot]);
  slots_[next.slot] = nullptr;
  free_slots_.push_back(next.slot);
  what();
}

} // namespace faucet::sim
