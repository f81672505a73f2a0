#pragma once

#include "model/error.hpp"
#include "model/shape.hpp"

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
    auto found = plans_.find(fields.id());
    if (found == plans_.end()) {
      expected<Plan> made = make(fields);
      if (!made) {
        return fail(std::move(made));
      }
      if (plans_.size() >= max_plans) {
        plans_.clear();
      }
      found = plans_.emplace(fields.id(), std::move(*made)).first;
    }
    last_id_ = fields.id();
    last_ = &found->second;
    return last_;
  }

private:
  static constexpr size_t max_plans = 1024;

  std::unordered_map<uint64_t, Plan> plans_;
  uint64_t last_id_ = 0;
  const Plan* last_ = nullptr;
};

} // namespace faucet
