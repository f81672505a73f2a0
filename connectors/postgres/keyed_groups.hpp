#pragma once

#include "connectors/postgres/field_places.hpp"
#include "connectors/sql/keyed_rows.hpp"

#include <vector>

namespace faucet {

/// Rows of a page that one statement takes.
struct pg_keyed_group {
  bool remove;                   ///< DELETE, else INSERT with ON CONFLICT
  std::vector<size_t> columns;   ///< of the INSERT
  std::vector<size_t> positions; ///< in the page
};

/// Divides the writes of a page into groups, to be sent in this order. A field that a record lacks
/// is not touched, so records of other fields are another group. Where it is certain that no key
/// stands in two groups, each statement is sent once; where the server may take keys for equal that
/// look different ("01" and 1), the order of the page is kept, however many statements that takes.
std::vector<pg_keyed_group> group_writes(const page& rows, const keyed_rows& plan,
                                         const std::vector<pg_column>& columns,
                                         std::span<const std::string> key, pg_field_places& places);

} // namespace faucet
