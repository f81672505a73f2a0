#pragma once

#include <string_view>

namespace faucet {

/// True for exactly what the grammar of JSON calls a number.
bool is_json_number(std::string_view text) noexcept;

} // namespace faucet
