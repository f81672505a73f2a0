#pragma once

#include "actors/make_drivers.hpp"
#include "config/row_references.hpp"

#include <set>

namespace faucet {

/// The row as it would be for the record `number` of its parent, to check it before there is one.
expected<row_spec> assumed_row(const row_spec& row, const catalogue& connectors, uint32_t number);

/// The row for one record of its parent.
expected<row_spec> resolved_row(const row_spec& row, const catalogue& connectors,
                                const parent_values& from);

/// Where the invocations of a child row keep their bookmarks, one a record of the parent; without
/// `row_key` nowhere. With it refused: a record whose parent key is missing, null or empty, and all
/// records that would share a bookmark: which of them it is of, nobody could tell. `used_keys` are
/// those of other rows.
std::vector<invocation_name> name_children(const row_spec& row, const std::string& pipeline,
                                           const std::optional<std::string>& row_key,
                                           const std::set<std::string>& used_keys,
                                           std::span<const parent_values> records);

} // namespace faucet
