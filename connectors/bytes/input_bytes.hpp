#pragma once

#include "connectors/bytes/byte_reader.hpp"

#include <memory>

namespace faucet {

/// The compressed bytes that a decompressor has not looked at yet.
class input_bytes {
public:
  static constexpr size_t capacity = size_t{128} << 10;

  explicit input_bytes(std::unique_ptr<byte_reader> from)
    : from_(std::move(from)), memory_(std::make_unique<char[]>(capacity)) {
    // nop
  }

  /// Makes sure that there is a byte to look at; false at the end of the input.
  expected<bool> refill() {
    if (next_ < end_) {
      return true;
    }
    auto count = from_->read(memory_.get(), capacity);
    if (!count) {
      return fail(std::move(count));
    }
    next_ = 0;
    end_ = *count;
    return end_ > 0;
  }

  [[nodiscard]] char* data() noexcept {
    return memory_.get() + next_;
  }

  [[nodiscard]] size_t size() const noexcept {
    return end_ - next_;
  }

  void consume(size_t count) noexcept {
    next_ += count;
  }

private:
  std::unique_ptr<byte_reader> from_;
  std::unique_ptr<char[]> memory_;
  size_t next_ = 0;
  size_t end_ = 0;
};

} // namespace faucet
