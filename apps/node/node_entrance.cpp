#include "apps/node/node_entrance.hpp"

namespace faucet {

expected<node_entrance> let_people_in(const access_settings& settings) {
  node_entrance result;
  if (settings.is_open) {
    result.control = std::make_shared<access_control>(access_control::open_to_all());
    return result;
  }
  auto known = settings.known;
  if (settings.makes_token) {
    auto token = take_token(settings.token_folder);
    if (!token) {
      return fail(std::move(token));
    }
    known.push_back({{"admin", role::admin}, token->token});
    result.token = std::move(*token);
  }
  auto access = access_control::make(std::move(known));
  if (!access) {
    return fail(std::move(access));
  }
  result.control = std::make_shared<access_control>(std::move(*access));
  return result;
}

} // namespace faucet
