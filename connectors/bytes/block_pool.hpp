#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace faucet {

/// Memory for text, in blocks of one size that are used again once no page holds them any more.
/// Blocks may be let go by any thread, also after their pool.
class block_pool {
public:
  /// Readable bytes behind each block's `size`, zero at first.
  static constexpr size_t padding = 64;

  explicit block_pool(size_t usual_size);

  /// At least `size` bytes. Larger blocks than the usual ones are not kept for another use.
  std::shared_ptr<char> take(size_t size);

private:
  static constexpr size_t max_idle = 8;

  struct idle_blocks {
    std::mutex guard;
    std::vector<std::unique_ptr<char[]>> blocks;
  };

  size_t usual_size_;
  std::shared_ptr<idle_blocks> idle_;
};

} // namespace faucet
