#pragma once

#include "model/error.hpp"

#include <span>
#include <string>
#include <string_view>

namespace faucet {

/// The key of the child that a person means by a parent key. `text` is what the key ends with, as
/// `faucet state show` prints it ("_n.42"), or the value itself: a text, a text in JSON quotes, or
/// JSON of another type. Where a value may be either a text or a number, the one that is among the
/// `stored` keys is meant; where that does not decide it is refused, and both spellings are named.
expected<std::string> choose_child(const std::string& row_key, std::string_view text,
                                   std::span<const std::string> stored);

} // namespace faucet
