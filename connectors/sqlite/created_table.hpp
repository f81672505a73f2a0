#pragma once

#include "connectors/sql/write_options.hpp"
#include "database/sqlite/connection.hpp"
#include "model/page.hpp"

#include <optional>
#include <string>

namespace faucet {

/// The statement that makes a table for the records of a first page: one column a field, sorted by
/// name, all nullable, the key as PRIMARY KEY for keyed modes. None where the page has no fields.
std::optional<std::string> table_for(std::string_view name, const page& rows,
                                     const write_options& options);

/// The statement that makes a table whose one column takes each record as JSON.
std::string table_for_documents(std::string_view name, const std::string& column);

} // namespace faucet
