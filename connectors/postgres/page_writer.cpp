#include "connectors/postgres/page_writer.hpp"

#include "connectors/postgres/insert_rows.hpp"
#include "connectors/postgres/keyed_groups.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// The rows of a page that one statement of an upsert or a delete takes.
struct keyed_statement {
  pg_array_statement sql;
  std::vector<size_t> positions; ///< in the page
  std::unique_ptr<pg_row_sender> rows = nullptr;
};

/// The server gets numbers and strings as the same text, except where it makes JSON of them.
key_likeness likeness_of_keys(const pg_relation& table, std::span<const std::string> key) {
  auto is_json = [&table](const std::string& name) {
    auto column = table.find(name);
    return column && table.columns[*column].kind == pg_column_kind::json;
  };
  return std::ranges::any_of(key, is_json) ? key_likeness::kind_and_text : key_likeness::text;
}

error no_column(const std::string& field) {
  return {ec::sink_failed, "there is no column for the field \"" + field + "\"", {}};
}

} // namespace

pg_page_writer::pg_page_writer(pg_connection& server, const postgres_sink_options& options,
                               const driver_context& context, pg_relation table,
                               const pg_epoch_fence* fence)
  : server_(server), options_(options), context_(context), table_(std::move(table)), fence_(fence),
    name_(table_.quoted()), texts_(options.binary),
    planner_(options.write, likeness_of_keys(table_, options.write.key)),
    places_(table_.columns, options.mapping,
            options.write.marker ? options.write.marker->field : std::string{}, context_),
    filled_(table_.columns.size()) {
  if (use_copy() && !context_.reject) {
    stream_.emplace(server_, name_, table_.columns, texts_, fence_);
  }
}

std::vector<size_t> pg_page_writer::filled_columns() const {
  std::vector<size_t> result;
  for (size_t i = 0; i < filled_.size(); ++i) {
    if (filled_[i]) {
      result.push_back(i);
    }
  }
  return result;
}

bool pg_page_writer::use_copy() const noexcept {
  return !options_.write.keyed()
         && options_.method.value_or(table_.only_insert ? pg_write_method::insert
                                                        : pg_write_method::copy)
              == pg_write_method::copy;
}

expected<void> pg_page_writer::write(const page& rows) {
  auto before = without_columns_;
  auto ok = options_.write.keyed() ? write_by_key(rows) : add(rows);
  if (!ok) {
    without_columns_ = before;
  }
  return ok;
}

std::string pg_page_writer::place_of(size_t position) const {
  return name_ + ", row " + std::to_string(position) + " of the page";
}

expected<void> pg_page_writer::refuse(size_t position, error why) {
  if (context_.reject) {
    if (!why.which.empty()) {
      why.which = name_; // the server's address says less, and letters are kept for long
    }
    context_.reject(position, std::move(why));
    return {};
  }
  why.which = place_of(position);
  return tl::unexpected{std::move(why)};
}

std::optional<std::string> pg_page_writer::lost_field(const value& record) {
  return options_.write.on_unknown == unknown_column::error ? places_.unwritten_field(record)
                                                            : std::nullopt;
}

expected<std::vector<size_t>> pg_page_writer::rows_to_add(const page& rows) {
  std::vector<size_t> result;
  result.reserve(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto& record = rows.rows()[i];
    if (options_.mapping.auto_map() && !record.is_object()) {
      if (auto ok = refuse(i, {ec::sink_failed, "the record is no object", {}}); !ok) {
        return fail(std::move(ok));
      }
    } else if (auto field = lost_field(record)) {
      if (auto ok = refuse(i, no_column(*field)); !ok) {
        return fail(std::move(ok));
      }
    } else if (places_.fills_any(record)) {
      result.push_back(i);
    } else if (++without_columns_ == 1 && context_.warn) {
      context_.warn(name_ + ": a record that shares no column with the table is skipped");
    }
  }
  return result;
}

expected<void> pg_page_writer::add(const page& rows) {
  auto positions = rows_to_add(rows);
  if (!positions || positions->empty()) {
    return positions ? expected<void>{} : fail(std::move(positions));
  }
  auto columns = places_.columns_of(rows, *positions);
  for (auto column : columns) {
    filled_[column] = true;
  }
  if (stream_) {
    return stream_->write(rows, *positions, columns, places_);
  }
  std::unique_ptr<pg_row_sender> sender;
  if (use_copy()) {
    sender = std::make_unique<pg_copy_rows>(name_, table_.columns, std::move(columns), texts_);
  } else {
    sender = std::make_unique<pg_array_rows>(
      table_, insert_statement(table_, std::move(columns), {}), texts_);
  }
  auto encoded = encode(rows, *positions, *sender);
  if (!encoded) {
    return fail(std::move(encoded));
  }
  auto group = group_of(*sender, *encoded);
  uint64_t refused = 0;
  group.refused = [&refused, next = std::move(group.refused)](size_t row, error why) {
    ++refused;
    return next(row, std::move(why));
  };
  return write_in_transaction(server_, {&group, 1}, fence_).and_then([&] {
    return check_count(encoded->size() - refused - group.written);
  });
}

expected<void> pg_page_writer::write_by_key(const page& rows) {
  const auto& plan = planner_.plan(rows);
  for (const auto& [row, why] : plan.keyless) {
    if (auto ok = refuse(row, why); !ok) {
      return ok;
    }
  }
  for (const auto& write : plan.writes) {
    if (auto field = lost_field(rows.rows()[write.row])) {
      return fail(ec::sink_failed, no_column(*field).what, place_of(write.row));
    }
  }
  std::vector<keyed_statement> statements;
  for (auto& group : group_writes(rows, plan, table_.columns, options_.write.key, places_)) {
    statements.push_back({group.remove
                            ? delete_statement(table_, options_.write.key)
                            : insert_statement(table_, group.columns, options_.write.key),
                          std::move(group.positions)});
  }
  std::vector<pg_row_group> groups;
  for (auto& statement : statements) {
    statement.rows = std::make_unique<pg_array_rows>(table_, std::move(statement.sql), texts_);
    auto encoded = encode(rows, statement.positions, *statement.rows);
    if (!encoded) {
      return fail(std::move(encoded));
    }
    statement.positions = std::move(*encoded);
    if (!statement.positions.empty()) {
      groups.push_back(group_of(*statement.rows, statement.positions));
    }
  }
  return groups.empty() ? expected<void>{} : write_in_transaction(server_, groups, fence_);
}

expected<std::vector<size_t>>
pg_page_writer::encode(const page& rows, const std::vector<size_t>& positions, pg_row_sender& to) {
  std::vector<size_t> result;
  result.reserve(positions.size());
  for (auto position : positions) {
    places_.select(rows.rows()[position]);
    auto ok = to.add(places_);
    if (ok) {
      result.push_back(position);
    } else if (ok = refuse(position, std::move(ok).error()); !ok) {
      return fail(std::move(ok));
    }
  }
  return result;
}

pg_row_group pg_page_writer::group_of(pg_row_sender& rows, const std::vector<size_t>& positions) {
  return {&rows, [this, &positions](size_t row, error why) {
            return refuse(positions[row], std::move(why));
          }};
}

expected<void> pg_page_writer::check_count(uint64_t missing) {
  if (missing == 0) {
    return {};
  }
  if (!table_.diverted) {
    return fail(ec::sink_failed,
                "the server wrote " + std::to_string(missing) + " rows less than it was given",
                name_);
  }
  dropped_ += missing;
  return {};
}

expected<void> pg_page_writer::flush() {
  return stream_
           ? stream_->finish().and_then([this] { return check_count(stream_->take_dropped()); })
           : expected<void>{};
}

void pg_page_writer::abandon() {
  if (stream_) {
    stream_->abandon();
  }
}

left_out pg_page_writer::omitted() const {
  auto result = stream_ ? stream_->uncommitted() : left_out{};
  result.records += without_columns_;
  return result;
}

void pg_page_writer::report() const {
  if (!context_.warn) {
    return;
  }
  if (without_columns_ > 1) {
    context_.warn(name_ + ": " + std::to_string(without_columns_)
                  + " records share no column with the table and were skipped");
  }
  if (dropped_ > 0) {
    context_.warn(name_ + ": " + std::to_string(dropped_)
                  + " rows were taken by a trigger or rule and are not in the table");
  }
}

} // namespace faucet
