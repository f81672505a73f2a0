#pragma once

#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace faucet {

/// What waits to be served, in one line before several desks, which have numbers: who came first is
/// next, at whichever desk is free. May be used from several threads at once.
template <class T>
class waiting_line {
public:
  /// Whether something was taken, and the desk to be told to look for it, if one was free. A desk
  /// that was told counts as busy until it has looked.
  struct placed {
    bool taken = false;
    std::optional<size_t> desk = {};
  };

  /// Puts something at the end; where more than `room` wait it is left untouched.
  placed put(T& x, size_t room) {
    std::lock_guard guard{mutex_};
    if (waiting_.size() >= room) {
      return {};
    }
    waiting_.push_back(std::move(x));
    if (free_.empty()) {
      return {.taken = true};
    }
    auto desk = free_.back();
    free_.pop_back();
    return {.taken = true, .desk = desk};
  }

  /// What a desk serves next; where there is nothing it is free from then on.
  std::optional<T> next(size_t desk) {
    std::lock_guard guard{mutex_};
    if (waiting_.empty()) {
      free_.push_back(desk);
      return std::nullopt;
    }
    std::optional<T> result{std::move(waiting_.front())};
    waiting_.pop_front();
    return result;
  }

  /// Drops what waits.
  void clear() {
    std::deque<T> dropped; // beyond the lock: its end may be anything
    std::lock_guard guard{mutex_};
    dropped.swap(waiting_);
  }

private:
  std::mutex mutex_;
  std::deque<T> waiting_;
  std::vector<size_t> free_; ///< desks
};

} // namespace faucet
