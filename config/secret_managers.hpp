#pragma once

#include <array>
#include <string_view>

namespace faucet {

/// What references to secret managers begin with, as in `${vault:path#field}`.
inline constexpr std::array<std::string_view, 4> secret_managers{"vault", "aws-sm", "gcp-sm",
                                                                 "azure-kv"};

} // namespace faucet
