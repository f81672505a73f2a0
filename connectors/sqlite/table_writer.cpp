#include "connectors/sqlite/table_writer.hpp"

#include "connectors/warned_fields.hpp"
#include "database/quoting.hpp"

#include <sqlite3.h>

#include <algorithm>

namespace faucet {

namespace {

std::string in_table(const sqlite_table& table) {
  return "table \"" + table.name + "\": ";
}

/// "a", "b"
std::string identifiers(const std::vector<std::string>& names) {
  std::string result;
  for (const auto& name : names) {
    result += (result.empty() ? "" : ", ") + sql_identifier(name);
  }
  return result;
}

/// Whether SQLite refused the row and not the database, the disk or the wait.
bool blames_row(int code) {
  switch (code & 0xff) {
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG:
    case SQLITE_ERROR:
      return true;
    default:
      return false;
  }
}

} // namespace

table_writer::table_writer(sqlite_connection& database, sqlite_table table, write_options options)
  : database_(&database), table_(std::move(table)), options_(std::move(options)) {
  // nop
}

expected<table_writer> table_writer::open(sqlite_connection& database, sqlite_table table,
                                          const write_options& options) {
  table_writer result{database, std::move(table), options};
  if (!options.keyed()) {
    return result;
  }
  std::string condition;
  for (const auto& name : options.key) {
    const auto* column = result.table_.find(name);
    if (column == nullptr) {
      return fail(ec::sink_failed,
                  in_table(result.table_) + "there is no column \"" + name + "\" of the key",
                  database.name());
    }
    result.key_.push_back(column);
    condition += (condition.empty() ? "" : " AND ") + sql_identifier(name) + " = ?";
  }
  auto target = sql_identifier(result.table_.name);
  auto statement = database.prepare("DELETE FROM " + target + " WHERE " + condition);
  if (!statement) {
    return fail(std::move(statement));
  }
  result.delete_ = std::move(*statement);
  if (options.mode == write_mode::upsert) {
    auto key = identifiers(options.key);
    auto tried =
      database.prepare("INSERT INTO " + target + " (" + key + ") SELECT " + key + " FROM " + target
                       + " WHERE 0 ON CONFLICT (" + key + ") DO NOTHING");
    if (!tried) {
      auto why = std::move(tried).error();
      if (why.what.starts_with("ON CONFLICT")) {
        why.what = "write_mode upsert needs a PRIMARY KEY or a UNIQUE constraint on (" + key + ")";
      }
      return fail(why.code, in_table(result.table_) + why.what, why.which);
    }
  }
  return result;
}

expected<table_writer> table_writer::open(sqlite_connection& database, sqlite_table table,
                                          const write_options& options,
                                          const std::string& document_column) {
  table_writer result{database, std::move(table), options};
  auto statement = database.prepare("INSERT INTO " + sql_identifier(result.table_.name) + " ("
                                    + sql_identifier(document_column) + ") VALUES (?)");
  if (!statement) {
    return fail(std::move(statement));
  }
  result.document_ = std::move(*statement);
  return result;
}

expected<void> table_writer::insert(const page& rows, const driver_context& context) {
  for (size_t i = 0; i < rows.size(); ++i) {
    if (auto ok = settle(write_row(rows.rows()[i], context), i, context); !ok) {
      return ok;
    }
  }
  return {};
}

expected<void> table_writer::apply(const page& rows, const keyed_rows& plan,
                                   const driver_context& context) {
  for (const auto& [row, remove] : plan.writes) {
    auto record = rows.rows()[row].as_object();
    auto outcome = remove ? delete_row(record) : write_record(record, context);
    if (auto ok = settle(std::move(outcome), row, context); !ok) {
      return ok;
    }
  }
  return give_up_keyless(plan, context);
}

// -- rows -------------------------------------------------------------------------

expected<void> table_writer::write_row(const value& row, const driver_context& context) {
  if (document_) {
    if (auto ok = binder_.bind_json(document_, 1, row); !ok) {
      return fail(ok.error().code, in_table(table_) + ok.error().what);
    }
    return run_writing(document_);
  }
  if (!row.is_object()) {
    return fail(ec::sink_failed, in_table(table_) + "the record is no object");
  }
  return write_record(row.as_object(), context);
}

expected<void> table_writer::write_record(object_view record, const driver_context& context) {
  auto found =
    plans_.find(record.fields(), [&](const shape& fields) { return plan_of(fields, context); });
  if (!found) {
    return fail(std::move(found));
  }
  const auto& plan = **found;
  if (!plan.statement) {
    if (not_written_.skipped++ == 0 && context.warn) {
      context.warn(in_table(table_) + "a record that shares no column with it is skipped");
    }
    return {};
  }
  int index = 0;
  for (const auto& [field, column] : plan.cells) {
    if (auto ok = binder_.bind(plan.statement, ++index, record[field], *column); !ok) {
      return fail(ok.error().code, in_table(table_) + ok.error().what);
    }
  }
  return plan.may_keep ? run(plan.statement) : run_writing(plan.statement);
}

expected<void> table_writer::delete_row(object_view record) {
  for (size_t i = 0; i < key_.size(); ++i) {
    const auto* cell = record.find(key_[i]->name);
    if (auto ok = binder_.bind(delete_, static_cast<int>(i + 1), *cell, *key_[i]); !ok) {
      return fail(ok.error().code, in_table(table_) + ok.error().what);
    }
  }
  return run(delete_);
}

expected<void> table_writer::run(const sqlite_statement& statement) {
  auto code = sqlite3_step(statement.raw());
  while (code == SQLITE_ROW) {
    code = sqlite3_step(statement.raw());
  }
  if (code == SQLITE_DONE) {
    sqlite3_reset(statement.raw());
    return {};
  }
  auto why = database_->failure().value();
  if (blames_row(code) && database_->in_transaction()) {
    why.which.clear();
  }
  why.what = in_table(table_) + why.what;
  sqlite3_reset(statement.raw());
  return fail(why.code, std::move(why.what), std::move(why.which));
}

expected<void> table_writer::run_writing(const sqlite_statement& statement) {
  auto ok = run(statement);
  // What a trigger of a view does with a row is never counted.
  if (!ok || table_.is_view || sqlite3_changes(database_->raw()) > 0) {
    return ok;
  }
  if (options_.on_unknown == unknown_column::error) {
    return fail(ec::sink_failed,
                in_table(table_) + "ON CONFLICT IGNORE, or a trigger, let the record go");
  }
  ++not_written_.dropped;
  return {};
}

void table_writer::report(const driver_context& context) const {
  if (not_written_.skipped > 1 && context.warn) {
    context.warn(in_table(table_) + std::to_string(not_written_.skipped)
                 + " records that share no column with it were skipped");
  }
  if (not_written_.dropped > 0 && context.warn) {
    context.warn(in_table(table_) + "ON CONFLICT IGNORE, or a trigger, let "
                 + std::to_string(not_written_.dropped) + " records go");
  }
}

expected<void> table_writer::settle(expected<void> outcome, size_t row,
                                    const driver_context& context) {
  if (outcome) {
    return {};
  }
  auto& why = outcome.error();
  if (!why.which.empty()) { // not the row's fault
    return outcome;
  }
  if (context.reject) {
    context.reject(row, std::move(why));
    return {};
  }
  return fail(why.code, "row " + std::to_string(row) + " of the page: " + why.what,
              database_->name());
}

// -- shapes -----------------------------------------------------------------------

expected<table_writer::shape_plan> table_writer::plan_of(const shape& fields,
                                                         const driver_context& context) {
  shape_plan result;
  std::vector<std::string> names;
  std::string parameters;
  for (const auto& column : table_.columns) {
    auto field = column.generated ? shape::npos : fields.find(column.name);
    auto is_marker = options_.marker && options_.marker->field == column.name;
    if (field != shape::npos && !is_marker) {
      result.cells.emplace_back(field, &column);
      names.push_back(column.name);
      parameters += parameters.empty() ? "?" : ", ?";
    }
  }
  for (const auto& name : fields.names()) {
    const auto* column = table_.find(name);
    auto is_marker = options_.marker && options_.marker->field == name;
    if ((column == nullptr || column->generated) && !is_marker) {
      if (options_.on_unknown == unknown_column::error) {
        return fail(ec::sink_failed,
                    in_table(table_) + "there is no column for the field \"" + name + "\"");
      }
      warn_unknown(name, context);
    }
  }
  if (names.empty()) {
    return result;
  }
  auto on_conflict = conflict_clause(names);
  result.may_keep = on_conflict.ends_with("NOTHING");
  auto statement =
    database_->prepare("INSERT INTO " + sql_identifier(table_.name) + " (" + identifiers(names)
                       + ") VALUES (" + parameters + ")" + on_conflict);
  if (!statement) {
    return fail(std::move(statement));
  }
  result.statement = std::move(*statement);
  return result;
}

std::string table_writer::conflict_clause(const std::vector<std::string>& columns) const {
  if (options_.mode != write_mode::upsert) {
    return {};
  }
  std::string changes;
  for (const auto& name : columns) {
    const auto& key = options_.key;
    if (std::find(key.begin(), key.end(), name) == key.end()) {
      auto column = sql_identifier(name);
      changes += changes.empty() ? "" : ", ";
      changes.append(column).append(" = excluded.").append(column);
    }
  }
  return " ON CONFLICT (" + identifiers(options_.key) + ") DO "
         + (changes.empty() ? "NOTHING" : "UPDATE SET " + changes);
}

void table_writer::warn_unknown(std::string_view field, const driver_context& context) {
  if (unknown_.size() > most_warned_fields || unknown_.contains(field)) {
    return;
  }
  unknown_.emplace(field);
  if (context.warn) {
    context.warn(in_table(table_)
                 + (unknown_.size() > most_warned_fields
                      ? "more fields have no column and are not written"
                      : "field \"" + std::string{field} + "\" has no column and is not written"));
  }
}

} // namespace faucet
