#pragma once

#include "apps/node/gateway/access.hpp"
#include "config/environment.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace faucet {

/// What such a file has said.
struct known_people {
  std::vector<credential> credentials;
  std::vector<std::filesystem::path> files; ///< that it names with `${file:}`
  std::vector<std::string> variables;       ///< that it names with `${env:}` or `${secret:}`
};

/// Who may do what, from a file:
///
///   principals:
///     - {name: ann, token: "${env:TOKEN_OF_ANN}", role: operator}
///
/// References are resolved; one that leads nowhere, an unknown role or key, a second principal of a
/// name, and a file without principals are refused.
expected<known_people> load_auth_file(const std::string& path, const environment& variables);

} // namespace faucet
