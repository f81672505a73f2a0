#pragma once

#include "config/node.hpp"
#include "config/reference.hpp"

#include <functional>
#include <string_view>

namespace faucet {

/// Calls `visit` with each reference in the texts of a tree whose references still stand, and with
/// the text that holds it; stops where that refuses. What is no text of references is passed over:
/// whoever resolves it says why.
expected<void>
for_each_reference(const node& tree,
                   const std::function<expected<void>(const node&, const reference&)>& visit);

/// A text that is a reference and nothing else.
bool is_whole_reference(std::string_view text);

/// Whether a node is such a text.
bool is_reference(const node& x);

} // namespace faucet
