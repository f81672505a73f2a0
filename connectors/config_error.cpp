#include "connectors/config_error.hpp"

namespace faucet {

tl::unexpected<error> config_error(const node& config, std::string_view key, std::string what) {
  const auto* found = config.find(key);
  return fail(ec::invalid_config, std::move(what),
              to_string(found != nullptr ? found->where() : config.where()));
}

expected<void> refuse_unsupported(const node& config, std::span<const std::string_view> keys) {
  for (auto key : keys) {
    if (const auto* found = config.find(key); found != nullptr && !found->is_null()) {
      return config_error(config, key,
                          "\"" + std::string{key} + "\" is not supported by this build");
    }
  }
  return {};
}

} // namespace faucet
