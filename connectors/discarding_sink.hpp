#pragma once

#include "connectors/driver.hpp"

namespace faucet {

/// Takes every page and writes nothing, for runs that only look.
class discarding_sink final : public sink_driver {
public:
  expected<void> open(const driver_context&, const sink_start&) override {
    return {};
  }

  expected<void> write(const page&) override {
    return {};
  }

  expected<void> flush() override {
    return {};
  }

  expected<void> close(ending) override {
    return {};
  }
};

} // namespace faucet
