#pragma once

#include "connectors/postgres/relation.hpp"
#include "connectors/sql/column_inference.hpp"
#include "connectors/sql/column_mapping.hpp"

namespace faucet {

/// The columns of a table that is made for the records of a page, as they stand in CREATE TABLE.
/// Nothing where the page has no field. `key` becomes the primary key; a field named `unwritten`
/// gets no column.
expected<std::optional<std::string>> table_columns(const page& rows, const column_mapping& mapping,
                                                   std::span<const std::string> key,
                                                   std::string_view unwritten);

/// Makes the table, and its schema where it has one, unless they are there. Others may do the same
/// at the same time.
expected<pg_relation> create_table(pg_connection& server, const pg_table_name& name,
                                   const std::string& columns);

} // namespace faucet
