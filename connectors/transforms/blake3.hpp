#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace faucet {

/// The BLAKE3 hash function, for input that comes in pieces. Plain C++ on one thread: made for the
/// short texts of record fields.
class blake3 {
public:
  using digest = std::array<uint8_t, 32>;

  blake3() noexcept;

  void update(std::string_view input) noexcept;

  /// The digest of all input so far.
  [[nodiscard]] digest finish() const noexcept;

private:
  using words = std::array<uint32_t, 8>;
  using block = std::array<uint8_t, 64>;

  /// One compression that has yet to be done: as a chunk's end, a parent or the root.
  struct output {
    words chaining;
    std::array<uint32_t, 16> message;
    uint64_t counter;
    uint32_t size;
    uint32_t flags;

    [[nodiscard]] words compress(uint32_t more_flags = 0) const noexcept;
  };

  static output parent(const words& left, const words& right) noexcept;
  [[nodiscard]] output chunk_output() const noexcept;
  void compress_block() noexcept;
  void end_chunk() noexcept;

  // The chunk under construction: 16 blocks of 64 bytes.
  words chaining_;
  block block_{};
  uint32_t block_size_ = 0;
  uint32_t blocks_done_ = 0;
  uint64_t chunks_done_ = 0;
  // Chaining values of the whole subtrees to the left, the largest first.
  std::array<words, 54> stack_;
  size_t stack_size_ = 0;
};

} // namespace faucet
