#include "tests/sim/planted_bug.hpp"

namespace faucet::sim {

const char* to_string(planted_bug x) noexcept {
  switch (x) {
    case planted_bug::none:
      return "none";
    case planted_bug::skip_epoch_check:
      return "skip_epoch_check";
    case planted_bug::renew_after_isolation:
      return "renew_after_isolation";
    case planted_bug::requeue_forgets_cancel:
      return "requeue_forgets_cancel";
    case planted_bug::lease_counts_from_answer:
      return "lease_counts_from_answer";
    case planted_bug::hand_back_of_an_older_epoch:
      return "hand_back_of_an_older_epoch";
    case planted_bug::unreachable_port_is_refusal:
      return "unreachable_port_is_refusal";
  }
  return "none";
}

std::optional<planted_bug> parse_planted_bug(std::string_view name) noexcept {
  for (auto x : planted_bugs) {
    if (name == to_string(x)) {
      return x;
    }
  }
  return std::nullopt;
}

} // namespace faucet::sim
