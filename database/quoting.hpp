#pragma once

#include <string>
#include <string_view>

namespace faucet {

/// A name as SQL reads it in a statement: in double quotes, those within it doubled.
std::string sql_identifier(std::string_view name);

} // namespace faucet
