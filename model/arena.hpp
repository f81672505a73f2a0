#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace faucet {

/// Memory that is handed out piece by piece and released as a whole.
class arena {
public:
  arena() = default;
  arena(arena&&) noexcept = default;
  arena& operator=(arena&&) noexcept = default;

  /// Uninitialised memory, aligned for any cell.
  [[nodiscard]] void* allocate(size_t size) {
    size = (size + alignment - 1) & ~(alignment - 1);
    if (size > static_cast<size_t>(end_ - next_)) {
      return allocate_slow(size);
    }
    auto* result = next_;
    next_ += size;
    used_ += size;
    return result;
  }

  /// A copy of `text` that lives as long as the arena.
  std::string_view copy(std::string_view text);

  /// Bytes handed out so far.
  [[nodiscard]] size_t used() const noexcept {
    return used_;
  }

private:
  static constexpr size_t alignment = 8;

  void* allocate_slow(size_t size);

  std::vector<std::unique_ptr<char[]>> chunks_;
  char* next_ = nullptr;
  char* end_ = nullptr;
  size_t used_ = 0;
};

} // namespace faucet
