#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace faucet {

/// What references to secret managers begin with, as in `${vault:path#field}`.
inline constexpr std::array<std::string_view, 4> secret_managers{"vault", "aws-sm", "gcp-sm",
                                                                 "azure-kv"};

constexpr bool is_secret_manager(std::string_view name) {
  return std::ranges::find(secret_managers, name) != secret_managers.end();
}

} // namespace faucet
