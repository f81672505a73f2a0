#pragma once

#include "connectors/driver.hpp"
#include "model/page.hpp"
#include "tests/temp_folder.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace faucet::test {

/// Makes a built-in sink from options as they stand in "sink.yaml".
expected<std::unique_ptr<sink_driver>> make_sink(std::string_view type, std::string_view yaml);

/// The rendered error of options that must be refused.
std::string refused_sink(std::string_view type, std::string_view yaml);

/// The options of a sink that writes a file in that folder.
inline std::string at(const temp_folder& folder, std::string_view name,
                      std::string_view more = {}) {
  return "path: '" + (folder / name).string() + "'\n" + std::string{more};
}

/// A page of records given as JSON text.
page page_of(const std::vector<std::string>& records);

/// One run of a sink. Fails the test where the sink fails.
class sink_run {
public:
  sink_run(std::string_view type, std::string_view yaml, sink_start start = {},
           bool dead_letters = false);

  sink_run& write(const std::vector<std::string>& records);
  sink_run& flush();
  void close(ending how = ending::completed);

  /// Gives the sink's answer instead.
  expected<void> try_write(const std::vector<std::string>& records);

  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept {
    return *warnings_;
  }

  /// "<position in its page>: <why>" of each row that went to the dead letters.
  [[nodiscard]] const std::vector<std::string>& rejected() const noexcept {
    return *rejected_;
  }

  sink_driver& driver() noexcept {
    return *driver_;
  }

private:
  std::unique_ptr<sink_driver> driver_;
  std::shared_ptr<std::vector<std::string>> warnings_;
  std::shared_ptr<std::vector<std::string>> rejected_;
};

} // namespace faucet::test
