#include "config/environment.hpp"

#include "config/env_file.hpp"

#include <unistd.h>

namespace faucet {

environment environment::of_process() {
  environment result;
  for (auto** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    std::string_view text{*entry};
    if (auto equals = text.find('='); equals != std::string_view::npos) {
      result.variables_.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
  }
  return result;
}

std::optional<std::string> environment::find(std::string_view name) const {
  auto found = variables_.find(name);
  return found == variables_.end() ? std::nullopt : std::optional{found->second};
}

expected<void> environment::add_file(const std::string& path) {
  auto added = load_env_file(path, *this);
  if (!added) {
    return fail(std::move(added));
  }
  for (auto& [name, text] : *added) {
    variables_.emplace(std::move(name), std::move(text));
  }
  return {};
}

} // namespace faucet
