#pragma once

#include "config/node.hpp"
#include "config/type_schema.hpp"

#include <string_view>

namespace faucet {

/// The type that takes anything.
inline const type_schema anything;

/// The option that goes by `key`, now or formerly; nullptr where there is none.
const option_schema* find_option(const std::vector<option_schema>& options, std::string_view key);

/// The type of what stands under a key of `entries`, whose own type is `schema`; one that takes
/// anything where the key is no option.
const type_schema& type_under(const type_schema& schema, const node& entries, std::string_view key);

/// The type of the elements of a list.
const type_schema& type_of_items(const type_schema& schema);

} // namespace faucet
