#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// Those secret values that are starred out of what is told, each once, in their order: all but the
/// empty one, `true` and `false`.
std::vector<std::string> worth_hiding(const std::vector<std::string>& values);

/// Those of them that a token stands for: all but references, which hold no secret themselves.
std::vector<std::string> sealable(const std::vector<std::string>& values);

/// The text with "***" wherever one of them stands, be it within a word.
std::string starred(std::string_view text, const std::vector<std::string>& values);

/// Whether a key or a text of the tree holds `${sealed:`.
bool holds_tokens(const node& tree);

/// Puts `${sealed:N}` wherever the N-th value stands, in keys, in texts and within them, and
/// `${sealed:N:number}` for a number that is written like it. Of values that begin at one place the
/// longest counts. `put_values` makes of the result what the tree was, if that held no tokens.
void put_tokens(node& tree, const std::vector<std::string>& values);

/// Puts the values for their tokens. Refused, so that a token is never taken for itself: one that
/// is malformed, that has no value, or whose value is no number where it must be one.
expected<void> put_values(node& tree, const std::vector<std::string>& values);

} // namespace faucet
