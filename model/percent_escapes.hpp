#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace faucet {

/// A text with its percent escapes decoded; nothing where a percent sign begins none.
std::optional<std::string> percent_decoded(std::string_view text);

} // namespace faucet
