#include "connectors/transforms/name_list.hpp"

#include "connectors/config_error.hpp"

#include <unordered_set>

namespace faucet {

std::vector<std::string> distinct(std::vector<std::string> names) {
  std::unordered_set<std::string> seen;
  std::erase_if(names, [&](const std::string& name) { return !seen.insert(name).second; });
  return names;
}

expected<void> require_some(const std::vector<std::string>& names, std::string_view owner,
                            const node& config, std::string_view key) {
  if (!names.empty()) {
    return {};
  }
  return config_error(config, key, std::string{owner} + " needs at least one field");
}

} // namespace faucet
