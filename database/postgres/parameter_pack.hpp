#pragma once

#include "database/postgres/connection.hpp"

#include <vector>

namespace faucet {

/// Parameters as libpq takes them. Points into the values that it was made from.
class pg_parameter_pack {
public:
  /// Refuses a text with a zero byte, which libpq would cut there, and too many parameters.
  static expected<pg_parameter_pack> make(std::span<const pg_parameter> parameters);

  [[nodiscard]] int count() const noexcept {
    return static_cast<int>(values_.size());
  }

  [[nodiscard]] const uint32_t* types() const noexcept {
    return types_.data();
  }

  [[nodiscard]] const char* const* values() const noexcept {
    return values_.data();
  }

  [[nodiscard]] const int* lengths() const noexcept {
    return lengths_.data();
  }

  [[nodiscard]] const int* formats() const noexcept {
    return formats_.data();
  }

private:
  std::vector<char> texts_; ///< each with a zero byte behind it; stays in place when moved
  std::vector<uint32_t> types_;
  std::vector<const char*> values_;
  std::vector<int> lengths_;
  std::vector<int> formats_;
};

} // namespace faucet
