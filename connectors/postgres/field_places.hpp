#pragma once

#include "connectors/driver.hpp"
#include "connectors/postgres/relation.hpp"
#include "connectors/sql/column_mapping.hpp"
#include "model/shape_cache.hpp"

#include <optional>
#include <set>
#include <vector>

namespace faucet {

/// Finds the cells of records for the columns of a table, and tells the user once of each field
/// that has no column.
class pg_field_places {
public:
  /// `columns` are those of the table, at its place, for as long as this lives. A field named
  /// `unwritten` is passed over silently.
  pg_field_places(const std::vector<pg_column>& columns, const column_mapping& mapping,
                  std::string unwritten, const driver_context& context);

  /// The columns, in their order, that some record at these positions has a field for.
  std::vector<size_t> columns_of(const page& rows, const std::vector<size_t>& positions);

  /// The columns, in their order, that the record has a field for.
  const std::vector<size_t>& columns_of(const value& record);

  /// True where the record has a field for any column.
  bool fills_any(const value& record);

  /// A field of the record that is not written, if there is one.
  std::optional<std::string> unwritten_field(const value& record);

  /// Says where the cells of the record are for the calls of `cell` that follow.
  void select(const value& record);

  /// The cell of the selected record for a column; null where it has no such field.
  [[nodiscard]] const value& cell(size_t column) const noexcept;

private:
  /// For each column the position of its field in a shape, or npos.
  struct plan {
    std::vector<size_t> field_of;
    std::vector<size_t> columns;          ///< that have one
    std::optional<std::string> unwritten; ///< a field that has no column
  };

  const plan& plan_of(const shape& fields);
  plan make_plan(const shape& fields);
  void warn_of(std::string_view field, bool computed);

  const std::vector<pg_column>& columns_;
  bool whole_records_;
  size_t document_; ///< the column that takes these
  std::string unwritten_;
  const driver_context& context_;
  shape_cache<plan> plans_;
  std::set<std::string, std::less<>> warned_;
  const value* record_ = nullptr;
  const plan* selected_ = nullptr;
};

} // namespace faucet
