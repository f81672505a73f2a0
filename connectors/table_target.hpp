#pragma once

#include "connectors/driver.hpp"

#include <string>

namespace faucet {

/// What a sink driver that writes a table says besides.
class table_target {
public:
  virtual ~table_target() = default;

  /// Names the table, with where it is and without any password. The same for the same table, as
  /// far as the options tell.
  [[nodiscard]] virtual std::string destination() const = 0;

  /// True where a page whose write failed has left nothing behind: writing its records again
  /// repeats none.
  [[nodiscard]] virtual bool all_or_nothing() const = 0;
};

/// The table that a sink writes; empty where it is none.
inline std::string written_table(const sink_driver& sink) {
  const auto* table = dynamic_cast<const table_target*>(&sink);
  return table != nullptr ? table->destination() : std::string{};
}

/// The table that a sink replaces; empty where it is none. No two invocations of a run may replace
/// the same.
inline std::string replaced_table(const sink_driver& sink) {
  return sink.overwrites() ? written_table(sink) : std::string{};
}

/// True where the sink is known to write a page wholly or not at all.
inline bool writes_all_or_nothing(const sink_driver& sink) {
  const auto* table = dynamic_cast<const table_target*>(&sink);
  return table != nullptr && table->all_or_nothing();
}

} // namespace faucet
