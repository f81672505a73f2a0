#pragma once

#include "connectors/driver.hpp"
#include "model/run_facts.hpp"

#include <string>

namespace faucet {

/// The right under which the owner of a run writes a part of it. A later owner has a greater epoch.
struct write_epoch {
  std::string run;
  std::string part; ///< a row, for example
  uint64_t epoch = 0;

  /// What the epoch is one of.
  [[nodiscard]] std::string scope() const {
    return run + "::" + part;
  }
};

/// The failure of a transaction that comes too late.
inline error superseded(const write_epoch& mine, uint64_t newer) {
  return {ec::lease_lost,
          "another owner has begun to write: its epoch is " + std::to_string(newer)
            + ", that of this one " + std::to_string(mine.epoch),
          "run " + mine.run + ", " + mine.part};
}

/// A sink driver that commits transactions, and refuses its own once a later owner has begun.
class fenced_sink {
public:
  virtual ~fenced_sink() = default;

  /// Called before open. Each transaction that changes what others see then says in itself whether
  /// its epoch is still the newest; nothing of one that comes too late is kept.
  virtual void write_under(write_epoch mine) = 0;
};

/// Has a sink write as the owner that `hold` says, for a part of the run. Does nothing outside of a
/// cluster, or for a sink that knows no transactions.
inline void fence(sink_driver& sink, const std::optional<run_hold>& hold, std::string part) {
  auto* fenced = dynamic_cast<fenced_sink*>(&sink);
  if (hold && fenced != nullptr) {
    fenced->write_under({hold->run, std::move(part), hold->epoch});
  }
}

/// Where a database keeps the epochs that have written to it.
inline constexpr const char* epochs_table = "_faucet_epochs";

/// How long it keeps them. Whoever has slept for that long finds its connection gone.
inline constexpr int epochs_kept_days = 7;

} // namespace faucet
