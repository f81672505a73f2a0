#include "connectors/postgres/postgres_sink.hpp"

#include "connectors/postgres/copy_stream.hpp"
#include "connectors/postgres/created_table.hpp"
#include "connectors/postgres/insert_rows.hpp"
#include "connectors/postgres/row_transaction.hpp"
#include "connectors/postgres/staging_table.hpp"
#include "connectors/postgres/target_table.hpp"
#include "connectors/sql/keyed_rows.hpp"

namespace faucet {

namespace {

/// How long what is under way may go on once the run is cancelled.
constexpr std::chrono::seconds stop_grace{30};

class postgres_sink_driver final : public sink_driver {
public:
  explicit postgres_sink_driver(postgres_sink_options options)
    : options_(std::move(options)), texts_(options_.binary), planner_(options_.write) {
    // nop
  }

  // -- the interface of sinks -------------------------------------------------

  expected<void> open(const driver_context& context, const sink_start& start) override;
  expected<void> write(const page& rows) override;
  expected<void> flush() override;
  expected<void> close(ending how) override;
  expected<void> probe(const driver_context& context) override;

  [[nodiscard]] bool overwrites() const override {
    return options_.write.mode == write_mode::overwrite;
  }

private:
  // -- the table that rows go to ----------------------------------------------

  expected<pg_connection> connect(const driver_context& context,
                                  std::chrono::milliseconds timeout) const;

  /// Finds or makes it for a first page; leaves `into_` empty where the page has no field.
  expected<void> prepare(const page& rows);
  void use(pg_relation table);
  expected<void> replace();

  // -- writing ----------------------------------------------------------------

  /// Positions of the rows of a page that are added.
  expected<std::vector<size_t>> rows_to_add(const page& rows);
  expected<void> add(const page& rows);
  expected<void> write_by_key(const page& rows);

  /// What is left of `positions` once the records are among the rows of `to`.
  expected<std::vector<size_t>> encode(const page& rows, const std::vector<size_t>& positions,
                                       pg_row_sender& to);
  [[nodiscard]] pg_row_group group_of(pg_row_sender& rows, const std::vector<size_t>& positions);

  /// Gives a row to the dead letters; fails where none are kept.
  expected<void> refuse(size_t position, error why);

  /// Rows that the server took less than it was given, as it says itself.
  expected<void> check_count(uint64_t missing);

  [[nodiscard]] bool use_copy() const noexcept;

  // -- member variables -------------------------------------------------------

  postgres_sink_options options_;
  driver_context context_;
  std::optional<pg_connection> server_;
  std::optional<pg_relation> target_; ///< the table, if it is there
  std::optional<pg_relation> into_;   ///< the table, or the staging of an overwrite
  std::string into_name_;
  std::string new_columns_; ///< of a table that an overwrite will make
  pg_cell_text texts_;
  keyed_row_planner planner_;
  std::optional<pg_field_places> places_;
  std::optional<pg_copy_stream> stream_;
  std::vector<bool> filled_; ///< columns that some page had
  uint64_t without_columns_ = 0;
  uint64_t dropped_ = 0;
};

// -- opening ------------------------------------------------------------------

expected<pg_connection> postgres_sink_driver::connect(const driver_context& context,
                                                      std::chrono::milliseconds timeout) const {
  return pg_connection::open({.address = options_.connection_url,
                              .stop = context.stop,
                              .grace = stop_grace,
                              .timeout = timeout,
                              .refused = ec::sink_failed});
}

expected<void> postgres_sink_driver::open(const driver_context& context, const sink_start&) {
  context_ = context;
  auto server = connect(context, options_.write_timeout());
  if (!server) {
    return fail(std::move(server));
  }
  server_.emplace(std::move(*server));
  auto found = find_target(*server_, options_);
  if (!found) {
    return fail(std::move(found));
  }
  target_ = std::move(*found);
  if (!target_) {
    return {};
  }
  if (overwrites()) {
    return drop_stale_stagings(*server_, target_->schema, target_->name);
  }
  use(*target_);
  return {};
}

expected<void> postgres_sink_driver::probe(const driver_context& context) {
  auto server = connect(context, options_.write_timeout());
  if (!server) {
    return fail(std::move(server));
  }
  auto found = find_target(*server, options_);
  return found ? check_rights(*server, options_, *found) : fail(std::move(found));
}

expected<void> postgres_sink_driver::prepare(const page& rows) {
  if (target_) {
    return create_staging(*server_, *target_).map([this](pg_relation made) {
      use(std::move(made));
    });
  }
  auto marker = options_.write.marker ? options_.write.marker->field : std::string{};
  auto key = options_.write.keyed() ? options_.write.key : std::vector<std::string>{};
  auto columns = table_columns(rows, options_.mapping, key, marker);
  if (!columns) {
    return fail(std::move(columns));
  }
  if (!*columns) {
    return {};
  }
  auto name = target_name(options_);
  if (overwrites()) {
    new_columns_ = **columns;
    return create_staging(*server_, name, new_columns_).map([this](pg_relation made) {
      use(std::move(made));
    });
  }
  if (auto made = create_table(*server_, name, **columns); !made) {
    return fail(std::move(made));
  }
  auto found = find_target(*server_, options_); // somebody else's may be there by now
  if (!found) {
    return fail(std::move(found));
  }
  use(std::move(**found));
  return {};
}

void postgres_sink_driver::use(pg_relation table) {
  into_ = std::move(table);
  into_name_ = into_->quoted();
  filled_.assign(into_->columns.size(), false);
  places_.emplace(into_->columns, options_.mapping,
                  options_.write.marker ? options_.write.marker->field : std::string{}, context_);
  if (use_copy() && !context_.reject) {
    stream_.emplace(*server_, into_name_, into_->columns, texts_);
  }
}

bool postgres_sink_driver::use_copy() const noexcept {
  return !options_.write.keyed()
         && options_.method.value_or(into_->only_insert ? pg_write_method::insert
                                                        : pg_write_method::copy)
              == pg_write_method::copy;
}

// -- writing ------------------------------------------------------------------

expected<void> postgres_sink_driver::write(const page& rows) {
  if (rows.empty()) {
    return {};
  }
  if (!into_) {
    if (auto ok = prepare(rows); !ok) {
      return ok;
    }
    if (!into_) {
      without_columns_ += rows.size();
      return {};
    }
  }
  return options_.write.keyed() ? write_by_key(rows) : add(rows);
}

expected<void> postgres_sink_driver::refuse(size_t position, error why) {
  if (context_.reject) {
    context_.reject(position, std::move(why));
    return {};
  }
  why.which = into_name_ + ", row " + std::to_string(position) + " of the page";
  return tl::unexpected{std::move(why)};
}

expected<std::vector<size_t>> postgres_sink_driver::rows_to_add(const page& rows) {
  std::vector<size_t> result;
  result.reserve(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto& record = rows.rows()[i];
    if (options_.mapping.auto_map() && !record.is_object()) {
      if (auto ok = refuse(i, {ec::sink_failed, "the record is no object", {}}); !ok) {
        return fail(std::move(ok));
      }
    } else if (places_->fills_any(record)) {
      result.push_back(i);
    } else if (++without_columns_ == 1 && context_.warn) {
      context_.warn(into_name_ + ": a record that shares no column with the table is skipped");
    }
  }
  return result;
}

expected<void> postgres_sink_driver::add(const page& rows) {
  auto positions = rows_to_add(rows);
  if (!positions || positions->empty()) {
    return positions ? expected<void>{} : fail(std::move(positions));
  }
  auto columns = places_->columns_of(rows, *positions);
  for (auto column : columns) {
    filled_[column] = true;
  }
  if (stream_) {
    return stream_->write(rows, *positions, columns, *places_);
  }
  std::unique_ptr<pg_row_sender> sender;
  if (use_copy()) {
    sender = std::make_unique<pg_copy_rows>(into_name_, into_->columns, std::move(columns), texts_);
  } else {
    sender = std::make_unique<pg_array_rows>(
      *into_, insert_statement(*into_, std::move(columns), {}), texts_);
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
  return write_in_transaction(*server_, {&group, 1}).and_then([&] {
    return check_count(encoded->size() - refused - group.written);
  });
}

expected<void> postgres_sink_driver::write_by_key(const page& rows) {
  const auto& plan = planner_.plan(rows);
  for (const auto& [row, why] : plan.keyless) {
    if (auto ok = refuse(row, why); !ok) {
      return ok;
    }
  }
  std::vector<size_t> changed;
  std::vector<size_t> removed;
  for (const auto& write : plan.writes) {
    (write.remove ? removed : changed).push_back(write.row);
  }
  pg_array_rows upserts{
    *into_, insert_statement(*into_, places_->columns_of(rows, changed), options_.write.key),
    texts_};
  pg_array_rows deletes{*into_, delete_statement(*into_, options_.write.key), texts_};
  auto to_change = encode(rows, changed, upserts);
  if (!to_change) {
    return fail(std::move(to_change));
  }
  auto to_remove = encode(rows, removed, deletes);
  if (!to_remove) {
    return fail(std::move(to_remove));
  }
  std::array<pg_row_group, 2> groups{group_of(upserts, *to_change), group_of(deletes, *to_remove)};
  return to_change->empty() && to_remove->empty() ? expected<void>{}
                                                  : write_in_transaction(*server_, groups);
}

expected<std::vector<size_t>> postgres_sink_driver::encode(const page& rows,
                                                           const std::vector<size_t>& positions,
                                                           pg_row_sender& to) {
  std::vector<size_t> result;
  result.reserve(positions.size());
  for (auto position : positions) {
    places_->select(rows.rows()[position]);
    auto ok = to.add(*places_);
    if (ok) {
      result.push_back(position);
    } else if (ok = refuse(position, std::move(ok).error()); !ok) {
      return fail(std::move(ok));
    }
  }
  return result;
}

pg_row_group postgres_sink_driver::group_of(pg_row_sender& rows,
                                            const std::vector<size_t>& positions) {
  return {&rows, [this, &positions](size_t row, error why) {
            return refuse(positions[row], std::move(why));
          }};
}

expected<void> postgres_sink_driver::check_count(uint64_t missing) {
  if (missing == 0) {
    return {};
  }
  if (!into_->diverted) {
    return fail(ec::sink_failed,
                "the server wrote " + std::to_string(missing) + " rows less than it was given",
                into_name_);
  }
  dropped_ += missing;
  return {};
}

// -- ending -------------------------------------------------------------------

expected<void> postgres_sink_driver::flush() {
  return stream_
           ? stream_->finish().and_then([this] { return check_count(stream_->take_dropped()); })
           : expected<void>{};
}

expected<void> postgres_sink_driver::close(ending how) {
  if (!server_) {
    return {};
  }
  auto publish = !overwrites() || how == ending::completed;
  auto ok = publish ? flush() : expected<void>{};
  if (overwrites() && publish && ok) {
    ok = replace();
  }
  if (overwrites() && into_ && !(publish && ok)) {
    if (stream_) {
      stream_->abandon();
    }
    static_cast<void>(server_->execute("DROP TABLE IF EXISTS " + into_name_)); // or in 7 days
  }
  if (context_.warn && without_columns_ > 1) {
    context_.warn(std::to_string(without_columns_)
                  + " records share no column with the table and were skipped");
  }
  if (context_.warn && dropped_ > 0) {
    context_.warn(into_name_ + ": " + std::to_string(dropped_)
                  + " rows were taken by a trigger or rule and are not in the table");
  }
  server_.reset();
  return ok;
}

expected<void> postgres_sink_driver::replace() {
  if (!target_ && into_) {
    auto made = create_table(*server_, target_name(options_), new_columns_);
    if (!made) {
      return fail(std::move(made));
    }
    target_ = std::move(*made);
  }
  if (!target_) {
    return {}; // no table and no rows
  }
  // All rows are moved by one statement, which may take longer than a page may.
  auto server = connect(context_, std::chrono::milliseconds{0});
  if (!server) {
    return fail(std::move(server));
  }
  std::vector<size_t> columns;
  for (size_t i = 0; i < filled_.size(); ++i) {
    if (filled_[i]) {
      columns.push_back(i);
    }
  }
  return replace_rows(*server, *target_, into_ ? &*into_ : nullptr, columns);
}

} // namespace

sink_descriptor postgres_sink() {
  return describe_sink<postgres_sink_driver, postgres_sink_options>(
    "postgres", "Writes records to a table of a PostgreSQL database.", {.upsert = true});
}

} // namespace faucet
