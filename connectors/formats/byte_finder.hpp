#pragma once

#include "connectors/bytes/byte_window.hpp"

#include <bit>

namespace faucet {

/// Finds the next one of a few bytes. Meant to be asked for one place after another of the same
/// text: what it saw at one look serves the following questions.
template <size_t N>
class byte_finder {
public:
  explicit byte_finder(std::array<char, N> wanted) noexcept : wanted_(wanted) {
    // nop
  }

  /// To be called when the text has changed.
  void forget() noexcept {
    base_ = nullptr;
  }

  /// The first wanted byte in [from, end), or end. byte_window bytes behind the end are looked at
  /// too. Places must not go back within one text.
  const char* find(const char* from, const char* end) noexcept {
    auto offset = static_cast<size_t>(from - base_);
    if (base_ == nullptr || offset >= byte_window) {
      look(from);
      offset = 0;
    }
    auto left = seen_ >> offset;
    while (left == 0) {
      from = base_ + byte_window;
      if (from >= end) {
        return end;
      }
      look(from);
      left = seen_;
    }
    from += std::countr_zero(left);
    return from < end ? from : end;
  }

private:
  void look(const char* at) noexcept {
    base_ = at;
    seen_ = look_for(wanted_, at);
  }

  std::array<char, N> wanted_;
  const char* base_ = nullptr;
  uint64_t seen_ = 0;
};

} // namespace faucet
