#pragma once

#include <unistd.h>

#include <utility>

namespace faucet {

/// Owns a file descriptor: it is closed when its owner goes. Below zero there is none.
class file_descriptor {
public:
  explicit file_descriptor(int number = -1) noexcept : number_(number) {
    // nop
  }

  file_descriptor(file_descriptor&& other) noexcept : number_(other.release()) {
    // nop
  }

  file_descriptor& operator=(file_descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  ~file_descriptor() {
    if (is_open()) {
      ::close(number_);
    }
  }

  [[nodiscard]] bool is_open() const noexcept {
    return number_ >= 0;
  }

  [[nodiscard]] int get() const noexcept {
    return number_;
  }

  /// The number, no longer owned.
  int release() noexcept {
    return std::exchange(number_, -1);
  }

private:
  int number_;
};

} // namespace faucet
