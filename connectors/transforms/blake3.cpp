#include "connectors/transforms/blake3.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace faucet {

namespace {

constexpr std::array<uint32_t, 8> initial{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
constexpr std::array<uint8_t, 16> permutation{2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8};

constexpr uint32_t block_length = 64;
constexpr uint32_t blocks_a_chunk = 16;

constexpr uint32_t chunk_start = 1;
constexpr uint32_t chunk_end = 2;
constexpr uint32_t is_parent = 4;
constexpr uint32_t is_root = 8;

using state = std::array<uint32_t, 16>;

void mix(state& s, size_t a, size_t b, size_t c, size_t d, uint32_t x, uint32_t y) noexcept {
  s[a] += s[b] + x;
  s[d] = std::rotr(s[d] ^ s[a], 16);
  s[c] += s[d];
  s[b] = std::rotr(s[b] ^ s[c], 12);
  s[a] += s[b] + y;
  s[d] = std::rotr(s[d] ^ s[a], 8);
  s[c] += s[d];
  s[b] = std::rotr(s[b] ^ s[c], 7);
}

void round(state& s, const state& m) noexcept {
  mix(s, 0, 4, 8, 12, m[0], m[1]);
  mix(s, 1, 5, 9, 13, m[2], m[3]);
  mix(s, 2, 6, 10, 14, m[4], m[5]);
  mix(s, 3, 7, 11, 15, m[6], m[7]);
  mix(s, 0, 5, 10, 15, m[8], m[9]);
  mix(s, 1, 6, 11, 12, m[10], m[11]);
  mix(s, 2, 7, 8, 13, m[12], m[13]);
  mix(s, 3, 4, 9, 14, m[14], m[15]);
}

state message_words(const std::array<uint8_t, block_length>& bytes) noexcept {
  state result;
  for (size_t i = 0; i < result.size(); ++i) {
    result[i] = static_cast<uint32_t>(bytes[4 * i]) | static_cast<uint32_t>(bytes[4 * i + 1]) << 8
                | static_cast<uint32_t>(bytes[4 * i + 2]) << 16
                | static_cast<uint32_t>(bytes[4 * i + 3]) << 24;
  }
  return result;
}

} // namespace

blake3::words blake3::output::compress(uint32_t more_flags) const noexcept {
  state s;
  std::ranges::copy(chaining, s.begin());
  std::copy_n(initial.begin(), 4, s.begin() + 8);
  s[12] = static_cast<uint32_t>(counter);
  s[13] = static_cast<uint32_t>(counter >> 32);
  s[14] = size;
  s[15] = flags | more_flags;
  auto m = message;
  for (auto left = 7; left > 0; --left) {
    round(s, m);
    state next;
    for (size_t i = 0; i < next.size(); ++i) {
      next[i] = m[permutation[i]];
    }
    m = next;
  }
  words result;
  for (size_t i = 0; i < result.size(); ++i) {
    result[i] = s[i] ^ s[i + 8];
  }
  return result;
}

blake3::blake3() noexcept : chaining_(initial) {
  // nop
}

void blake3::update(std::string_view input) noexcept {
  while (!input.empty()) {
    if (block_size_ == block_length) { // more follows, so this block is not the last
      if (blocks_done_ + 1 == blocks_a_chunk) {
        end_chunk();
      } else {
        compress_block();
      }
    }
    auto size = std::min<size_t>(block_length - block_size_, input.size());
    std::memcpy(block_.data() + block_size_, input.data(), size);
    block_size_ += static_cast<uint32_t>(size);
    input.remove_prefix(size);
  }
}

blake3::digest blake3::finish() const noexcept {
  auto result = chunk_output();
  for (auto i = stack_size_; i > 0; --i) {
    result = parent(stack_[i - 1], result.compress());
  }
  result.counter = 0;
  auto root = result.compress(is_root);
  digest bytes;
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<uint8_t>(root[i / 4] >> (8 * (i % 4)));
  }
  return bytes;
}

blake3::output blake3::parent(const words& left, const words& right) noexcept {
  output result{initial, {}, 0, block_length, is_parent};
  std::ranges::copy(left, result.message.begin());
  std::ranges::copy(right, result.message.begin() + 8);
  return result;
}

blake3::output blake3::chunk_output() const noexcept {
  auto flags = chunk_end | (blocks_done_ == 0 ? chunk_start : 0);
  return {chaining_, message_words(block_), chunks_done_, block_size_, flags};
}

void blake3::compress_block() noexcept {
  output step{chaining_, message_words(block_), chunks_done_, block_length,
              blocks_done_ == 0 ? chunk_start : 0};
  chaining_ = step.compress();
  ++blocks_done_;
  block_ = {};
  block_size_ = 0;
}

void blake3::end_chunk() noexcept {
  auto whole = chunk_output().compress();
  ++chunks_done_;
  // A subtree of the same size lies on the stack for each trailing zero bit of the number of
  // chunks.
  for (auto count = chunks_done_; (count & 1) == 0; count >>= 1) {
    whole = parent(stack_[--stack_size_], whole).compress();
  }
  stack_[stack_size_++] = whole;
  chaining_ = initial;
  block_ = {};
  block_size_ = 0;
  blocks_done_ = 0;
}

} // namespace faucet
