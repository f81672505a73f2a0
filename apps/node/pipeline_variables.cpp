#include "apps/node/pipeline_variables.hpp"

#include "cluster/pipeline_bounds.hpp"
#include "config/env_file.hpp"

#include <unistd.h>

#include <map>
#include <string_view>

namespace faucet {

namespace {

using variable_map = std::map<std::string, std::string, std::less<>>;

variable_map of_process() {
  variable_map result;
  for (auto** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    std::string_view text{*entry};
    if (auto equals = text.find('='); equals != std::string_view::npos) {
      result.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
  }
  return result;
}

} // namespace

expected<environment> pipeline_variables(const std::string& env_file,
                                         const std::vector<std::string>& named,
                                         const std::vector<std::string>& hidden) {
  auto all = of_process();
  if (!env_file.empty()) {
    auto added = load_env_file(env_file, environment::of_process());
    if (!added) {
      return fail(std::move(added));
    }
    for (auto& [name, text] : *added) {
      all.emplace(std::move(name), std::move(text));
    }
  }
  std::erase_if(all, [](const auto& x) { return is_own_variable(x.first); });
  for (const auto& name : hidden) {
    all.erase(name);
  }
  if (named.empty()) {
    return environment{std::move(all)};
  }
  variable_map chosen;
  for (const auto& name : named) {
    if (is_own_variable(name)) {
      return fail(ec::invalid_config, "a pipeline never reads faucet's own variables",
                  "--allow-env " + name);
    }
    if (auto found = all.find(name); found != all.end()) {
      chosen.insert(*found);
    }
  }
  return environment{std::move(chosen)};
}

} // namespace faucet
