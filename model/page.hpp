#pragma once

#include "model/arena.hpp"
#include "model/bookmark.hpp"
#include "model/value.hpp"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace faucet {

/// Rows and bytes at which a source ends a page. A single larger record makes a page of its own.
inline constexpr size_t max_page_bytes = size_t{1} << 20;

/// A bounded batch of records plus the bookmark that becomes valid once the batch is durable.
/// A handle: copies share one immutable buffer, which may be read by many threads.
class page {
public:
  // -- constructors -----------------------------------------------------------

  /// No rows, no bookmark.
  page() = default;

  // -- observers --------------------------------------------------------------

  /// One value a record, as a rule an object.
  [[nodiscard]] std::span<const value> rows() const noexcept;

  [[nodiscard]] size_t size() const noexcept {
    return rows().size();
  }

  [[nodiscard]] bool empty() const noexcept {
    return rows().empty();
  }

  /// Bytes of memory the rows take, about.
  [[nodiscard]] size_t bytes() const noexcept;

  /// Where to resume once the page is durable; none where the source cannot resume here.
  [[nodiscard]] const std::optional<bookmark>& resume() const noexcept;

private:
  friend class page_builder;
  struct content;

  explicit page(std::shared_ptr<const content> data) : data_(std::move(data)) {
    // nop
  }

  std::shared_ptr<const content> data_;
};

} // namespace faucet
