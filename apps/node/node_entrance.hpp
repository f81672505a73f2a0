#pragma once

#include "apps/node/node_settings.hpp"
#include "apps/node/token_file.hpp"

#include <memory>
#include <optional>

namespace faucet {

/// Who is let in to a node.
struct node_entrance {
  std::shared_ptr<access_control> control;
  std::optional<kept_token> token; ///< where nobody has said who: of the file beside the history
};

/// Takes, or makes, the token beside the history where that is wanted.
expected<node_entrance> let_people_in(const access_settings& settings);

} // namespace faucet
