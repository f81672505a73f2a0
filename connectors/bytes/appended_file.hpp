#pragma once

#include "connectors/bytes/output_file.hpp"

namespace faucet {

/// A file that is added to in place. It holds whole records only: a write that fails half-way is
/// taken back. Has no tail and is visible at once.
class appended_file final : public output_file {
public:
  static expected<std::unique_ptr<output_file>> open(const std::filesystem::path& path);

  explicit appended_file(open_file file, uint64_t size) : file_(std::move(file)), size_(size) {
    // nop
  }

  // -- observers --------------------------------------------------------------

  [[nodiscard]] const open_file& content() const override {
    return file_;
  }

  [[nodiscard]] uint64_t size() const override {
    return size_;
  }

  // -- modifiers --------------------------------------------------------------

  expected<void> write(std::string_view bytes) override;
  expected<void> cut(uint64_t size) override;
  expected<void> flush(std::string_view tail) override;
  expected<bool> seal(std::string_view tail) override;
  expected<std::unique_ptr<output_file>> start_over() override;
  expected<void> close() override;

private:
  open_file file_;
  uint64_t size_;
};

} // namespace faucet
