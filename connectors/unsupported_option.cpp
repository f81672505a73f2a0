#include "connectors/unsupported_option.hpp"

#include <string>

namespace faucet {

expected<void> refuse_unsupported(const node& config, std::span<const std::string_view> keys) {
  for (auto key : keys) {
    if (const auto* found = config.find(key); found != nullptr && !found->is_null()) {
      return fail(ec::invalid_config, std::string{key} + " is not supported by this build",
                  to_string(found->where()));
    }
  }
  return {};
}

} // namespace faucet
