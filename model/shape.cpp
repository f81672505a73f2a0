#include "model/shape.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <functional>

namespace faucet {

namespace {

constexpr size_t linear_search_limit = 8;

std::atomic<uint64_t> next_id{1};

uint64_t hash_name(std::string_view name) noexcept {
  return std::hash<std::string_view>{}(name);
}

uint64_t hash_names(std::span<const std::string_view> names) noexcept {
  uint64_t result = names.size();
  for (auto name : names) {
    result = (result ^ hash_name(name)) * 0x9e3779b97f4a7c15ULL;
    result ^= result >> 29;
  }
  return result;
}

bool same_names(const shape& entry, std::span<const std::string_view> names) noexcept {
  return std::equal(names.begin(), names.end(), entry.names().begin(), entry.names().end());
}

} // namespace

shape::shape(std::vector<std::string> names)
  : id_(next_id.fetch_add(1, std::memory_order_relaxed)), names_(std::move(names)) {
  if (names_.size() <= linear_search_limit) {
    return;
  }
  buckets_.assign(std::bit_ceil(names_.size() * 2), 0);
  for (uint32_t i = 0; i < names_.size(); ++i) {
    auto at = hash_name(names_[i]) & (buckets_.size() - 1);
    while (buckets_[at] != 0) {
      at = (at + 1) & (buckets_.size() - 1);
    }
    buckets_[at] = i + 1;
  }
}

size_t shape::find(std::string_view name) const noexcept {
  if (buckets_.empty()) {
    for (size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] == name) {
        return i;
      }
    }
    return npos;
  }
  auto at = hash_name(name) & (buckets_.size() - 1);
  while (buckets_[at] != 0) {
    if (names_[buckets_[at] - 1] == name) {
      return buckets_[at] - 1;
    }
    at = (at + 1) & (buckets_.size() - 1);
  }
  return npos;
}

shape_ptr make_shape(std::vector<std::string> names) {
  return std::make_shared<const shape>(std::move(names));
}

const shape_ptr& shape_table::intern(std::span<const std::string_view> names) {
  if (last_ && same_names(*last_, names)) {
    return last_;
  }
  if (buckets_.empty() || count_ >= max_shapes) {
    buckets_.assign(max_shapes, {});
    count_ = 0;
  }
  auto hash = hash_names(names);
  auto& bucket = buckets_[hash % max_shapes];
  for (auto& candidate : bucket) {
    if (candidate.hash == hash && same_names(*candidate.entry, names)) {
      last_ = candidate.entry;
      return last_;
    }
  }
  last_ = make_shape({names.begin(), names.end()});
  bucket.push_back({hash, last_});
  ++count_;
  return last_;
}

} // namespace faucet
