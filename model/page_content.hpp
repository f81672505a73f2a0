#pragma once

#include "model/page.hpp"

#include <unordered_set>

namespace faucet {

/// What a page and its builder share.
struct page::content {
  std::vector<value> rows;
  std::optional<bookmark> resume;
  arena memory;
  std::unordered_set<shape_ptr> shapes;
  std::vector<std::shared_ptr<const void>> kept; ///< memory of others that rows point into
  size_t kept_bytes = 0;

  [[nodiscard]] size_t bytes() const noexcept {
    return memory.used() + kept_bytes + rows.size() * sizeof(value);
  }
};

} // namespace faucet
