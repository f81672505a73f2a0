#pragma once

#include "model/page.hpp"

#include <utility>

namespace faucet {

/// A page on its way through a transform, and how much of it has been read.
class page_cursor {
public:
  /// `first_record` is the number, from 1, of the page's first record in the transform's input.
  page_cursor(page rows, uint64_t first_record)
    : rows_(std::move(rows)), first_record_(first_record) {
    // nop
  }

  [[nodiscard]] const page& origin() const noexcept {
    return rows_;
  }

  [[nodiscard]] bool at_end() const noexcept {
    return next_ == rows_.size();
  }

  /// The record to read next; there must be one.
  [[nodiscard]] const value& record() const noexcept {
    return rows_.rows()[next_];
  }

  [[nodiscard]] uint64_t record_number() const noexcept {
    return first_record_ + next_;
  }

  void advance() noexcept {
    ++next_;
  }

private:
  page rows_;
  uint64_t first_record_;
  size_t next_ = 0;
};

} // namespace faucet
