#include "connectors/postgres/incremental_read.hpp"

#include "connectors/sql/incremental_query.hpp"
#include "database/quoting.hpp"
#include "model/json_writer.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// A stored cursor value as the text of a parameter.
std::string cursor_text(const value& x) {
  std::string result;
  if (x.is_string()) {
    result = x.as_text();
  } else {
    append_json(result, x);
  }
  return result;
}

tl::unexpected<error> no_such_column(std::string_view name, std::string_view option,
                                     const pg_result& columns) {
  std::string names;
  for (size_t i = 0; i < columns.columns(); ++i) {
    names += (i > 0 ? ", " : "") + std::string{columns.name(i)};
  }
  return fail(ec::invalid_config,
              "the query has no output column \"" + std::string{name} + "\"; it has " + names,
              "replication." + std::string{option});
}

} // namespace

// -- starting -----------------------------------------------------------------

incremental_read::incremental_read(const postgres_source_options& options, query_text query,
                                   cursor_position position)
  : options_(&options), query_(std::move(query)), position_(std::move(position)) {
  // nop
}

expected<incremental_read>
incremental_read::start(const postgres_source_options& options, const query_text& query,
                        const std::optional<bookmark>& resume, const driver_context& context,
                        const pg_result& columns, const pg_row_reader& rows,
                        pg_connection& server) {
  std::optional<slice_position> slices;
  auto stored = resume;
  if (resume) {
    auto parsed = slice_position::parse(*resume);
    if (!parsed) {
      return fail(std::move(parsed));
    }
    slices = std::move(*parsed);
    if (slices) {
      stored = slices->within;
    }
  }
  if (slices && options.replication.late_rows.empty()) {
    return fail(ec::state_failed,
                "was stored by a read with \"late_rows\" and tells no cursor value: set the option "
                "again, or set the state to a value",
                "stored bookmark");
  }
  auto position = stored ? cursor_position::parse(*stored, context.warn)
                         : expected<cursor_position>{cursor_position{context.warn}};
  if (!position) {
    return fail(std::move(position));
  }
  incremental_read result{options, query, std::move(*position)};
  result.warn_ = context.warn;
  if (auto ok = result.find_cursor(columns, rows, server); !ok) {
    return fail(std::move(ok));
  }
  if (stored) {
    result.start_ = cursor_text(result.position_.start());
  } else if (!resume) {
    result.start_ = parameter_text(options.replication.initial_value);
  }
  if (result.start_) {
    if (auto misfit = integer_misfit(*result.start_, result.cursor_type_id_)) {
      return fail(ec::invalid_config, std::move(*misfit),
                  "column \"" + options.replication.column + "\"");
    }
  }
  if (!options.replication.late_rows.empty()) {
    if (auto ok = result.find_slices(slices, columns, context, server); !ok) {
      return fail(std::move(ok));
    }
  }
  return result;
}

expected<void> incremental_read::find_cursor(const pg_result& columns, const pg_row_reader& rows,
                                             pg_connection& server) {
  const auto& name = options_->replication.column;
  cursor_ = rows.fields()->find(name);
  if (cursor_ == shape::npos) {
    return no_such_column(name, "column", columns);
  }
  const auto& type = rows.type(name);
  cursor_type_id_ = type.id;
  auto id = std::to_string(type.id);
  const std::array<pg_parameter, 1> parameters{pg_parameter{id}};
  // Without a modifier: a cast to char(5) or timestamp(0) would cut and round.
  auto row = server.execute("SELECT pg_catalog.format_type($1::pg_catalog.oid, -1)", parameters);
  if (!row) {
    return fail(std::move(row));
  }
  cursor_type_ = row->text(0, 0);
  switch (type.reading) {
    case pg_reading::json:
    case pg_reading::bytes:
    case pg_reading::array:
      return fail(ec::invalid_config, "a column of type " + cursor_type_ + " cannot be a cursor",
                  "column \"" + name + "\"");
    default:
      return {};
  }
}

expected<void> incremental_read::find_slices(const std::optional<slice_position>& stored,
                                             const pg_result& columns,
                                             const driver_context& context, pg_connection& server) {
  const auto& name = options_->replication.late_rows;
  auto found = size_t{0};
  while (found < columns.columns() && columns.name(found) != name) {
    ++found;
  }
  if (found == columns.columns()) {
    return no_such_column(name, "late_rows", columns);
  }
  transaction_type_ = columns.type(found);
  if (!slice_condition("q", transaction_type_, {}, 0)) {
    return fail(ec::invalid_config,
                "holds no transaction: its type must be xid (the system column xmin), xid8 or "
                "bigint",
                "column \"" + name + "\"");
  }
  auto horizon = read_horizon(server, context.warn);
  if (!horizon) {
    return fail(std::move(horizon));
  }
  horizon_ = *horizon;
  if (stored) {
    delivered_ = stored->horizon;
    if (stored->upto) {
      slice_ = transaction_slice{stored->horizon, *stored->upto};
    }
  }
  auto furthest = slice_ ? slice_->upto : delivered_;
  if (furthest > horizon_->settled) {
    return fail(ec::state_failed,
                "stands at transaction " + std::to_string(furthest) + ", and the server at "
                  + std::to_string(horizon_->settled)
                  + ": it is of another server, or this one was restored; clear the state to read "
                    "again from \"initial_value\"",
                "stored bookmark");
  }
  return {};
}

// -- reading ------------------------------------------------------------------

std::optional<bound_statement> incremental_read::next_statement() {
  auto is_first = !has_started_;
  has_started_ = true;
  if (!horizon_) {
    return is_first ? std::optional{statement()} : std::nullopt;
  }
  if (!is_first && slice_) {
    delivered_ = slice_->upto;
    slice_.reset();
    keyless_before_ = keyless();
    position_ = cursor_position{warn_};
    start_.reset();
  }
  if (!slice_) {
    if (delivered_ == horizon_->settled) {
      return std::nullopt;
    }
    slice_ = transaction_slice{delivered_, horizon_->settled};
  }
  return statement();
}

bound_statement incremental_read::statement() const {
  bound_statement result;
  for (const auto& x : options_->params) {
    result.values.push_back(parameter_text(x));
  }
  auto first = result.values.size() + 1;
  auto cast = [this](size_t number) {
    return "CAST($" + std::to_string(number) + " AS " + cursor_type_ + ")";
  };
  auto write = [&](std::string_view token, size_t number) {
    return token == cursor_token ? cast(number) : "$" + std::to_string(number);
  };
  const auto& column = options_->replication.column;
  auto numbered = horizon_ ? number_query(query_, first, write)
                           : number_incremental_query(query_, column, cursor_token, first, write);
  for (const auto& token : numbered.parameters) {
    result.values.push_back(token == cursor_token ? start_ : token_value(options_->query, token));
  }
  result.sql = std::move(numbered.sql);
  if (!horizon_) {
    return result;
  }
  auto cursor = "q." + sql_identifier(column);
  result.sql = "SELECT * FROM (" + result.sql + ") AS q WHERE " + cursor;
  if (start_) {
    result.values.push_back(start_);
    result.sql += " >= " + cast(result.values.size());
  } else {
    result.sql += " IS NOT NULL";
  }
  result.sql += " AND "
                + *slice_condition("q." + sql_identifier(options_->replication.late_rows),
                                   transaction_type_, *slice_, horizon_->next)
                + " ORDER BY " + cursor;
  return result;
}

bool incremental_read::admit(const value& record) {
  return position_.admit(record.as_object()[cursor_], record);
}

std::optional<bookmark> incremental_read::position() {
  auto result = position_.to_bookmark();
  if (!horizon_) {
    return result;
  }
  if (!result) { // nothing of this slice
    return delivered_ == 0 ? std::nullopt : end();
  }
  return slice_position{slice_->from, slice_->upto, std::move(result)}.to_bookmark();
}

std::optional<bookmark> incremental_read::end() {
  return horizon_ ? slice_position{delivered_, {}, {}}.to_bookmark() : position_.to_bookmark();
}

} // namespace faucet
