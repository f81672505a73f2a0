#pragma once

#include "model/shape_cache.hpp"

#include <span>
#include <string>
#include <vector>

namespace faucet {

/// Finds those of some named fields that records have.
class present_fields {
public:
  struct place {
    uint32_t name; ///< which of the names
    uint32_t cell; ///< where in the record
  };

  explicit present_fields(std::vector<std::string> names);

  [[nodiscard]] const std::string& name(size_t index) const noexcept {
    return names_[index];
  }

  /// In the order of the names. Valid until the next call.
  std::span<const place> of(const shape& fields);

private:
  std::vector<std::string> names_;
  shape_cache<std::vector<place>> places_;
};

} // namespace faucet
