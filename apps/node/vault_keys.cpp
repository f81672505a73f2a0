#include "apps/node/vault_keys.hpp"

#include "apps/node/node_flags.hpp"

#include <cstdlib>

namespace faucet {

namespace {

constexpr auto key_flag = "--vault-key";
constexpr auto previous_flag = "--vault-previous-key";

/// What a variable holds; the parser of flags passes over an empty one.
std::optional<std::string> variable(const char* name) {
  const auto* value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>{value};
}

/// The keys of a variable stand between commas, which a flag's key may hold.
std::vector<std::string> apart(const std::vector<std::string>& given) {
  if (given.size() != 1 || variable(vault_previous_keys_variable) != given.front()) {
    return given;
  }
  std::vector<std::string> result;
  std::string_view rest = given.front();
  for (auto comma = rest.find(','); comma != rest.npos; comma = rest.find(',')) {
    result.emplace_back(rest.substr(0, comma));
    rest.remove_prefix(comma + 1);
  }
  result.emplace_back(rest);
  return result;
}

} // namespace

expected<std::shared_ptr<const vault>> vault_of(const std::optional<std::string>& key,
                                                const std::vector<std::string>& previous) {
  if (!key) {
    if (variable(vault_key_variable)) { // a key that is empty where one was meant seals nothing
      return fail(ec::invalid_config, "is empty", vault_key_variable);
    }
    if (!previous.empty()) {
      return fail(ec::invalid_config, "needs --vault-key: a key of before only opens",
                  previous_flag);
    }
    return std::shared_ptr<const vault>{};
  }
  auto keys = apart(previous);
  for (const auto& x : keys) {
    if (x.empty()) {
      return fail(ec::invalid_config, "a key is empty", previous_flag);
    }
  }
  auto made = vault::make(*key, keys);
  if (!made) {
    return fail(ec::invalid_config, made.error().what,
                key == variable(vault_key_variable) ? vault_key_variable : key_flag);
  }
  return std::make_shared<const vault>(std::move(*made));
}

} // namespace faucet
