#pragma once

#include "model/error.hpp"
#include "model/shape.hpp"

#include <type_traits>
#include <unordered_map>

namespace faucet {

/// Remembers a plan for each shape, so that work on names is done once a shape instead of once a
/// record. Bounded: forgets all it knows when it has grown too large.
template <class Plan>
class shape_cache {
public:
  /// The plan of that shape, from `make(fields)` (a Plan or an expected<Plan>) where it is not yet
  /// known. Valid until the next call. Failures are not remembered.
  template <class Make>
  expected<const Plan*> find(const shape& fields, Make&& make) {
    if (last_ != nullptr && last_id_ == fields.id()) {
      return last_;
    }
    if (auto found = plans_.find(fields.id()); found != plans_.end()) {
      return remember(*found);
    }
    auto made = make(fields);
    if constexpr (std::is_same_v<decltype(made), Plan>) {
      return add(fields.id(), std::move(made));
    } else {
      if (!made) {
        return fail(std::move(made));
      }
      return add(fields.id(), std::move(*made));
    }
  }

private:
  static constexpr size_t max_plans = 1024;

  using plans = std::unordered_map<uint64_t, Plan>;

  const Plan* add(uint64_t id, Plan&& made) {
    if (plans_.size() >= max_plans) {
      plans_.clear();
    }
    return remember(*plans_.emplace(id, std::move(made)).first);
  }

  const Plan* remember(const typename plans::value_type& known) noexcept {
    last_id_ = known.first;
    last_ = &known.second;
    return last_;
  }

  plans plans_;
  uint64_t last_id_ = 0;
  const Plan* last_ = nullptr;
};

} // namespace faucet
