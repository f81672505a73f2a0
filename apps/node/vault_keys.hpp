#pragma once

#include "state/sealing/vault.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// The vault that a node was started with, by flags or variables; none where it was given no key.
/// No message holds one.
expected<std::shared_ptr<const vault>> vault_of(const std::optional<std::string>& key,
                                                const std::vector<std::string>& previous);

} // namespace faucet
