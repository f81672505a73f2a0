#include "connectors/transforms/config_error.hpp"

namespace faucet {

tl::unexpected<error> config_error(const node& config, std::string_view key, std::string what) {
  const auto* found = config.find(key);
  return fail(ec::invalid_config, std::move(what),
              to_string(found != nullptr ? found->where() : config.where()));
}

} // namespace faucet
