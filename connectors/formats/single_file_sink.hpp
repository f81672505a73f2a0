#pragma once

#include "connectors/driver.hpp"
#include "connectors/formats/record_file.hpp"

#include <optional>

namespace faucet {

/// What a sink of one file needs to know.
struct single_file {
  std::filesystem::path path;
  bool append = false;
  bool create_parents = true;
  record_style style;
};

/// A sink that writes one file. It replaces, publishing at each flush, or appends.
class single_file_sink : public sink_driver {
public:
  explicit single_file_sink(single_file target) : target_(std::move(target)) {
    // nop
  }

  expected<void> open(const driver_context& context, const sink_start& start) override;
  expected<void> write(const page& rows) override;
  expected<void> flush() override;
  expected<void> close(ending how) override;

  [[nodiscard]] left_out omitted() const override {
    return unflushed_;
  }

  expected<void> probe(const driver_context& context) override;

  [[nodiscard]] std::vector<std::filesystem::path> writes() const override {
    return {target_.path};
  }

private:
  single_file target_;
  std::optional<record_file> file_;
  left_out unflushed_;
};

} // namespace faucet
