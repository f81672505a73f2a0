#pragma once

#include "actors/run_plan.hpp"
#include "config/expand_rows.hpp"
#include "connectors/catalogue.hpp"

namespace faucet {

/// The sinks of dead letters of a run: rows whose `dlq.sink` says the same share one.
class letter_sinks {
public:
  letter_sinks(const catalogue& connectors, std::string pipeline, const secret_mask& secrets)
    : connectors_(connectors), pipeline_(std::move(pipeline)), secrets_(secrets) {
    // nop
  }

  /// The dead letters of a row, whose drivers tell what else it writes and reads. Refused: a sink
  /// that would replace earlier letters, one whose file the row reads, and whole failed pages of a
  /// sink that may have written a part of them.
  expected<dead_letter_plan> add(const row_spec& row, const invocation_plan& drivers);

  /// The files that a sink writes.
  [[nodiscard]] std::vector<std::filesystem::path> writes(size_t sink) const {
    return sinks_[sink].driver->writes();
  }

  /// The table that a sink writes; empty where it is none.
  [[nodiscard]] std::string table(size_t sink) const;

  std::vector<dead_letter_sink> take() noexcept {
    return std::move(sinks_);
  }

private:
  expected<size_t> sink_of(const component_spec& spec);

  const catalogue& connectors_;
  std::string pipeline_;
  const secret_mask& secrets_;
  std::vector<component_spec> specs_;
  std::vector<dead_letter_sink> sinks_;
};

} // namespace faucet
