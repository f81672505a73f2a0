#pragma once

#include "connectors/bytes/output_file.hpp"

namespace faucet {

/// A pipe, a terminal or another device, or whatever the process was given as a stream: what is
/// written is gone. While the reader is slow, a stop of the run is noticed. A reader that went away
/// is an error, not the end of the process.
class straight_file final : public output_file {
public:
  /// Waits for the reader of a named pipe.
  static expected<std::unique_ptr<output_file>> open(const std::filesystem::path& path,
                                                     const driver_context& context);

  straight_file(open_file file, driver_context context);

  // -- observers --------------------------------------------------------------

  [[nodiscard]] const open_file& content() const override {
    return unreadable_;
  }

  [[nodiscard]] uint64_t size() const override {
    return 0;
  }

  // -- modifiers --------------------------------------------------------------

  expected<void> write(std::string_view bytes) override;
  expected<void> cut(uint64_t size) override;
  /// The tail goes out when the file is closed.
  expected<void> flush(std::string_view tail) override;
  expected<bool> seal(std::string_view tail) override;
  expected<std::unique_ptr<output_file>> start_over() override;
  expected<void> close() override;

private:
  open_file file_;
  open_file unreadable_;
  driver_context context_;
  std::string tail_;
  bool may_block_ = true;
};

} // namespace faucet
