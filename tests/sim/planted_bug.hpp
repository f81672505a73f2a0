#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace faucet::sim {

/// A fault put into a simulated cluster, to see that the simulation finds it.
enum class planted_bug : uint8_t {
  none,
  skip_epoch_check,            ///< History and sinks take writes of whoever once owned the run.
  renew_after_isolation,       ///< A member that lost the history goes on working.
  requeue_forgets_cancel,      ///< A run that is taken from its owner loses the wish to cancel it.
  lease_counts_from_answer,    ///< A lease is believed to run from when the answer arrived.
  hand_back_of_an_older_epoch, ///< A hand-back checks who owns the run, not since when.
  unreachable_port_is_refusal, ///< A machine that cannot be reached is taken for one that refuses.
};

inline constexpr std::array planted_bugs{
  planted_bug::skip_epoch_check,
  planted_bug::renew_after_isolation,
  planted_bug::requeue_forgets_cancel,
  planted_bug::lease_counts_from_answer,
  planted_bug::hand_back_of_an_older_epoch,
  planted_bug::unreachable_port_is_refusal,
};

const char* to_string(planted_bug x) noexcept;

std::optional<planted_bug> parse_planted_bug(std::string_view name) noexcept;

} // namespace faucet::sim
