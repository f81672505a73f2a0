#pragma once

#include "model/error.hpp"

#include <string_view>
#include <variant>
#include <vector>

namespace faucet {

/// A `${name:argument}` or `${name.argument}` in a text.
struct reference {
  std::string_view token; ///< the whole of it, with dollar and braces
  std::string_view name;
  char separator = '.';
  std::string_view argument;
};

/// Cuts a text into plain pieces and references. `$${…}` is a plain `${…}`, said once: cutting the
/// outcome again would find a reference. Braces without a dot or a colon, `${1}` or `${bookmark}`,
/// belong to whoever reads the text and stay as they are. The failure's `which` is empty.
expected<std::vector<std::variant<std::string_view, reference>>>
split_references(std::string_view text);

} // namespace faucet
