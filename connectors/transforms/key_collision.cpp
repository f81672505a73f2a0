#include "connectors/transforms/key_collision.hpp"

#include <unordered_map>

namespace faucet {

expected<void> refuse_collisions(const shape& from, std::span<const std::string_view> renamed) {
  std::unordered_map<std::string_view, size_t> owners;
  owners.reserve(renamed.size());
  for (size_t i = 0; i < renamed.size(); ++i) {
    if (auto [owner, is_new] = owners.emplace(renamed[i], i); !is_new) {
      return fail(ec::transform_failed, "fields \"" + std::string{from.name(owner->second)}
                                          + "\" and \"" + std::string{from.name(i)}
                                          + "\" would both be named \"" + std::string{renamed[i]}
                                          + "\"");
    }
  }
  return {};
}

} // namespace faucet
