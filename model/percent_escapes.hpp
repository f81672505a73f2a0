#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace faucet {

/// A text with its percent escapes decoded; nothing where a percent sign begins none.
std::optional<std::string> percent_decoded(std::string_view text);

/// A text as one segment or value of a URL: all but letters, digits and "-._~" becomes an escape.
std::string percent_encoded(std::string_view text);

} // namespace faucet
