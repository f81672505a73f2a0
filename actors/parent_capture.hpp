#pragma once

#include "actors/dead_letters.hpp"
#include "config/row_references.hpp"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace faucet {

/// What all invocations of one row may keep of their records together.
struct capture_budget {
  std::string row;
  std::atomic<size_t> records{0};
  std::atomic<size_t> bytes{0};
};

/// Keeps what the rows below need of the records that one invocation of their parent has written:
/// the values at some paths, one set a record, in the order of the records.
class parent_capture {
public:
  parent_capture(std::vector<field_path> paths, std::shared_ptr<capture_budget> budget);

  /// Keeps the rows of a page but the rejected ones. Refused once a run would keep too much.
  expected<void> add(const page& rows, const std::vector<rejected_row>& rejected);

  std::vector<parent_values> take() noexcept {
    return std::move(kept_);
  }

private:
  expected<void> keep(const value& record);

  std::vector<field_path> paths_;
  std::shared_ptr<capture_budget> budget_;
  std::vector<parent_values> kept_;
};

} // namespace faucet
