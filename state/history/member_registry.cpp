#include "state/history/member_registry.hpp"

#include <algorithm>

namespace faucet {

uint32_t lowest_state_format(const std::vector<live_member>& members, uint32_t own) noexcept {
  auto result = own;
  for (const auto& x : members) {
    result = std::min(result, x.facts.state_format);
  }
  return result;
}

} // namespace faucet
