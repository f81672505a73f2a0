#pragma once

#include "config/expand_rows.hpp"
#include "config/type_schema.hpp"
#include "model/field_path.hpp"
#include "model/value.hpp"

#include <span>

namespace faucet {

/// What a child row takes from one record of its parent.
struct parent_values {
  std::string row;    ///< the parent
  named<node> values; ///< by path; a path that leads nowhere in the record is not there

  /// nullptr where the record has nothing there.
  [[nodiscard]] const node* find(std::string_view path) const noexcept;
};

/// The paths into a parent's records that a child needs, each once: its parent_key first.
std::vector<std::string> referenced_paths(const row_spec& child);

/// Copies what the paths name out of a record.
parent_values take_values(const value& record, std::string parent,
                          std::span<const field_path> paths);

/// Puts values for the references to a parent into a config; `schema` is of the options it holds.
///
/// - A reference that is a whole scalar takes the value and its type; in an option that is text,
/// and
///   among other text, the value is put in as text, a list or a map as JSON.
/// - In an option that holds SQL the text stays, and the values come beside it; see sql_query.
///
/// What values bring in is data and never searched for references. A path that the record lacks is
/// an error that names the reference, the row and the line.
expected<node> resolve_row_references(const node& config, const type_schema& schema,
                                      const parent_values& from);

/// The config as it might be for the record `number` of the parent: every reference stands for a
/// value that its option accepts. With it a child is checked although no record is there yet; what
/// differs between two numbers differs between records.
node assumed_row_values(const node& config, const type_schema& schema, uint32_t number = 1);

} // namespace faucet
