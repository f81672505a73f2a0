#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// The ordered, distinct field names of an object. Shared by all objects that have the same fields
/// in the same order, so that work on names is done once a shape instead of once a record.
class shape {
public:
  static constexpr size_t npos = static_cast<size_t>(-1);

  /// Names must be distinct.
  explicit shape(std::vector<std::string> names);

  /// Differs between any two shapes of one process, also over time; good as a cache key.
  [[nodiscard]] uint64_t id() const noexcept {
    return id_;
  }

  [[nodiscard]] size_t size() const noexcept {
    return names_.size();
  }

  [[nodiscard]] std::string_view name(size_t index) const noexcept {
    return names_[index];
  }

  [[nodiscard]] const std::vector<std::string>& names() const noexcept {
    return names_;
  }

  /// Position of a field, or npos.
  [[nodiscard]] size_t find(std::string_view name) const noexcept;

private:
  uint64_t id_;
  std::vector<std::string> names_;
  std::vector<uint32_t> buckets_; // open addressing over names, empty for small shapes
};

using shape_ptr = std::shared_ptr<const shape>;

shape_ptr make_shape(std::vector<std::string> names);

/// Interns shapes. Bounded: forgets all it knows when it has grown too large, so that records with
/// ever new keys cost time, not memory. Shapes in use live on in the pages that use them.
class shape_table {
public:
  /// Names must be distinct.
  const shape_ptr& intern(std::span<const std::string_view> names);

private:
  static constexpr size_t max_shapes = 1024;

  struct slot {
    uint64_t hash;
    shape_ptr entry;
  };

  shape_ptr last_;
  std::vector<std::vector<slot>> buckets_;
  size_t count_ = 0;
};

} // namespace faucet
