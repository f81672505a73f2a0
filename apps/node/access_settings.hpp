#pragma once

#include "apps/node/gateway/access.hpp"
#include "apps/node/listen_address.hpp"
#include "apps/node/node_flags.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace faucet {

/// How a node lets people in.
struct access_settings {
  bool is_open = false;               ///< everybody is an admin
  bool makes_token = false;           ///< nobody has said who: there is a token in a file
  std::filesystem::path token_folder; ///< where that file is
  std::vector<credential> known;
  std::vector<std::filesystem::path> token_files; ///< that an auth config takes tokens from
  std::vector<std::string> token_variables;       ///< the same of variables
};

/// What the flags say of who may ask, and the files that they name. Refused: ways that exclude each
/// other, tokens that cannot be meant, and a node that everybody on the network would get at.
expected<access_settings> access_of(const node_flags& flags, const listen_address& listen,
                                    const std::string& history);

} // namespace faucet
