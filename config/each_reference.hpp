#pragma once

#include "config/node.hpp"
#include "config/reference.hpp"

#include <functional>

namespace faucet {

/// Calls `visit` with each reference in the texts of a tree whose references still stand, and with
/// the text that holds it; stops where that refuses. What is no text of references is passed over:
/// whoever resolves it says why.
expected<void>
for_each_reference(const node& tree,
                   const std::function<expected<void>(const node&, const reference&)>& visit);

} // namespace faucet
