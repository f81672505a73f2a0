#pragma once

#include "database/sqlite/table.hpp"
#include "model/byte_buffer.hpp"
#include "model/json_writer.hpp"
#include "model/value.hpp"

namespace faucet {

/// Binds cells to the parameters of statements, natively and so that the column gives back what the
/// cell was: no digit is lost, and text stays what it is. Where a column cannot do that, the cell
/// is an error that names the column.
class cell_binder {
public:
  /// What the cell points to must stay in place until the statement has run.
  expected<void> bind(const sqlite_statement& to, int index, const value& x,
                      const sqlite_column& column);

  /// Binds the value as JSON text.
  expected<void> bind_json(const sqlite_statement& to, int index, const value& x);

private:
  json_writer writer_;
  byte_buffer json_;
};

} // namespace faucet
