#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>

namespace faucet {

/// Bytes that are appended at the end of memory that grows but is never filled with zeroes. Made
/// for writers that know how much room they need before they write.
class byte_buffer {
public:
  // -- observers --------------------------------------------------------------

  [[nodiscard]] std::string_view view() const noexcept {
    return {memory_.get(), size()};
  }

  [[nodiscard]] size_t size() const noexcept {
    return static_cast<size_t>(next_ - memory_.get());
  }

  [[nodiscard]] bool empty() const noexcept {
    return next_ == memory_.get();
  }

  // -- modifiers --------------------------------------------------------------

  /// Where the next bytes go: at least `bytes` may be written there before `commit`. What was
  /// written before may move.
  [[nodiscard]] char* room(size_t bytes) {
    if (static_cast<size_t>(end_ - next_) < bytes) {
      grow(bytes);
    }
    return next_;
  }

  /// Everything before `end`, which lies in the room handed out last, now belongs to the content.
  void commit(char* end) noexcept {
    next_ = end;
  }

  void append(std::string_view bytes) {
    if (bytes.empty()) {
      return; // and may have no memory to copy from
    }
    auto* to = room(bytes.size());
    std::memcpy(to, bytes.data(), bytes.size());
    commit(to + bytes.size());
  }

  void append(char byte) {
    auto* to = room(1);
    *to = byte;
    commit(to + 1);
  }

  /// Forgets the content behind the first `size` bytes.
  void truncate(size_t size) noexcept {
    next_ = memory_.get() + size;
  }

  /// Forgets the content, keeps the memory.
  void clear() noexcept {
    truncate(0);
  }

private:
  void grow(size_t bytes);

  std::unique_ptr<char[]> memory_;
  char* next_ = nullptr;
  char* end_ = nullptr;
};

} // namespace faucet
