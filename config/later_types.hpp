#pragma once

#include <string_view>

namespace faucet {

/// True for a type of the grammar that is not built yet. `role` is as for find_type.
bool is_later_type(std::string_view role, std::string_view type);

} // namespace faucet
