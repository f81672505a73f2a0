#pragma once

#include <cstdint>
#include <string_view>

namespace faucet {

/// Counts the line ends of a text that comes in pieces: LF, CR LF, or CR alone.
class line_counter {
public:
  void add(std::string_view text) noexcept;

  [[nodiscard]] uint64_t line_ends() const noexcept {
    return line_ends_;
  }

private:
  uint64_t line_ends_ = 0;
  bool after_cr_ = false;
};

} // namespace faucet
