#pragma once

#include "connectors/driver.hpp"

#include <memory>
#include <string>
#include <vector>

namespace faucet {

/// One transform of a chain.
struct transform_stage {
  std::string type;
  std::shared_ptr<transform> driver;
  uint64_t records = 0; ///< how many have gone in
};

/// Sends pages through transforms one after another. What a page becomes is handed out piece by
/// piece, so that a transform that multiplies records needs no more memory than one that does not.
class transform_chain {
public:
  explicit transform_chain(std::vector<transform_stage> stages);

  /// Opens every transform.
  expected<void> open(const driver_context& context);

  /// Begins a page; what the last one became must have been taken out.
  void feed(page rows);

  /// True while there is more of the page.
  [[nodiscard]] bool has_more() const noexcept {
    return !under_way_.empty();
  }

  /// The next piece; may be empty. The last one carries the bookmark of the page.
  expected<page> next();

private:
  /// A page that waits at a stage, or is partly through it.
  struct waiting_page {
    size_t stage;
    page_cursor input;
  };

  std::vector<transform_stage> stages_;
  std::vector<waiting_page> under_way_; ///< furthest on at the back
};

} // namespace faucet
