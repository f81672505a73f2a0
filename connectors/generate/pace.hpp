#pragma once

#include "connectors/driver.hpp"

#include <chrono>
#include <optional>

namespace faucet {

/// Slows a source down to so many rows a second and makes it pause between pages. A stop of the
/// run ends every wait.
class pace {
public:
  using clock = std::chrono::steady_clock;

  pace(std::optional<double> rows_per_sec, std::chrono::milliseconds page_delay)
    : rows_per_sec_(rows_per_sec), page_delay_(page_delay) {
    // nop
  }

  /// Rows a page may have so that pages keep coming; `wanted` where there is no limit.
  [[nodiscard]] size_t rows_a_page(size_t wanted) const noexcept;

  /// Waits until the next page may be made.
  void wait(const driver_context& context);

  /// Counts the rows of a page.
  void count(size_t rows) noexcept;

private:
  std::optional<double> rows_per_sec_;
  std::chrono::milliseconds page_delay_;
  std::optional<clock::time_point> due_; ///< of the next page
};

} // namespace faucet
