#pragma once

#include <string>
#include <string_view>

namespace faucet {

/// A name as PostgreSQL reads it in a statement: in double quotes, those within it doubled.
std::string pg_identifier(std::string_view name);

} // namespace faucet
