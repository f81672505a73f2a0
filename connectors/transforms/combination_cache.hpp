#pragma once

#include "model/error.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace faucet {

/// Like shape_cache, for plans that depend on several shapes: found by the ids of all of them.
template <class Plan>
class combination_cache {
public:
  /// The plan of these ids, from `make()` (an expected<Plan>) where it is not yet known. Valid
  /// until the next call. Failures are not remembered.
  template <class Make>
  expected<const Plan*> find(std::span<const uint64_t> ids, Make&& make) {
    if (last_ != nullptr && std::ranges::equal(last_->first, ids)) {
      return &last_->second;
    }
    auto found = plans_.find(ids);
    if (found == plans_.end()) {
      expected<Plan> made = make();
      if (!made) {
        return fail(std::move(made));
      }
      if (plans_.size() >= max_plans) {
        plans_.clear();
      }
      found = plans_.emplace(std::vector<uint64_t>{ids.begin(), ids.end()}, std::move(*made)).first;
    }
    last_ = &*found;
    return &last_->second;
  }

private:
  static constexpr size_t max_plans = 1024;

  struct less {
    using is_transparent = void;

    bool operator()(std::span<const uint64_t> lhs, std::span<const uint64_t> rhs) const noexcept {
      return std::ranges::lexicographical_compare(lhs, rhs);
    }
  };

  using plans = std::map<std::vector<uint64_t>, Plan, less>;

  plans plans_;
  const typename plans::value_type* last_ = nullptr;
};

} // namespace faucet
