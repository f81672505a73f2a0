#include "connectors/postgres/postgres_sink.hpp"

#include "connectors/postgres/created_table.hpp"
#include "connectors/postgres/epoch_fence.hpp"
#include "connectors/postgres/opened_table.hpp"
#include "connectors/postgres/page_writer.hpp"
#include "connectors/postgres/staging_table.hpp"
#include "connectors/postgres/target_table.hpp"
#include "connectors/table_target.hpp"
#include "database/postgres/address_check.hpp"

namespace faucet {

namespace {

class postgres_sink_driver final : public sink_driver, public table_target, public fenced_sink {
public:
  explicit postgres_sink_driver(postgres_sink_options options) : options_(std::move(options)) {
    // nop
  }

  // -- the interface of sinks -------------------------------------------------

  expected<void> open(const driver_context& context, const sink_start& start) override;
  expected<void> write(const page& rows) override;
  expected<void> flush() override;
  expected<void> close(ending how) override;

  [[nodiscard]] left_out omitted() const override {
    return omitted_;
  }

  expected<void> probe(const driver_context& context) override;

  [[nodiscard]] bool overwrites() const override {
    return options_.write.mode == write_mode::overwrite;
  }

  [[nodiscard]] std::string destination() const override {
    auto name = target_name(options_);
    name = name.split_at_dot().value_or(name);
    name.schema = name.schema.value_or("public"); // where the search path mostly ends
    return "table " + name.quoted() + " of " + pg_database_of(options_.connection_url);
  }

  [[nodiscard]] bool all_or_nothing() const override {
    return true; // where dead letters are kept, each page is a transaction
  }

  void write_under(write_epoch mine) override {
    epoch_ = std::move(mine);
  }

private:
  // -- the table that rows go to ----------------------------------------------

  expected<pg_connection> connect(const driver_context& context,
                                  std::chrono::milliseconds timeout) const;

  /// Finds or makes it for a first page; leaves `writer_` empty where the page has no field.
  expected<void> prepare(const page& rows);

  void use(pg_relation table) {
    writer_.emplace(*server_, options_, context_, std::move(table), fence());
  }

  expected<void> raise_fence();

  [[nodiscard]] const pg_epoch_fence* fence() const noexcept {
    return fence_ ? &*fence_ : nullptr;
  }

  expected<void> replace();
  expected<void> claim(table_use how);

  // -- member variables -------------------------------------------------------

  postgres_sink_options options_;
  driver_context context_;
  std::optional<pg_connection> server_;
  std::optional<pg_relation> target_;  ///< the table, if it is there
  std::vector<opened_table> identity_; ///< with the tables behind it; empty before the claim
  std::optional<write_epoch> epoch_;
  std::optional<pg_epoch_fence> fence_;  ///< stands from open on
  std::string new_columns_;              ///< of a table that an overwrite will make
  std::optional<pg_page_writer> writer_; ///< to the table, or the staging of an overwrite
  uint64_t without_fields_ = 0;          ///< records before there was a table
  left_out omitted_;                     ///< once closed
};

// -- opening ------------------------------------------------------------------

expected<pg_connection> postgres_sink_driver::connect(const driver_context& context,
                                                      std::chrono::milliseconds timeout) const {
  return pg_connection::open({.address = options_.connection_url,
                              .address_only = options_.address_only,
                              .stop = context.stop,
                              .grace = context.stop_grace,
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
  if (auto ok = claim(overwrites() ? table_use::replaces : table_use::adds); !ok) {
    return ok;
  }
  if (auto ok = raise_fence(); !ok || !target_) {
    return ok;
  }
  if (overwrites()) {
    return drop_stale_stagings(*server_, target_->schema, target_->name);
  }
  use(*target_);
  return {};
}

expected<void> postgres_sink_driver::raise_fence() {
  if (!epoch_) {
    return {};
  }
  auto name = target_name(options_);
  auto schema =
    target_ ? std::optional{target_->schema} : name.split_at_dot().value_or(name).schema;
  return pg_epoch_fence::raise(*server_, std::move(schema), *epoch_)
    .map([this](pg_epoch_fence raised) { fence_.emplace(std::move(raised)); });
}

/// Two names may stand for one table, which only the server tells.
expected<void> postgres_sink_driver::claim(table_use how) {
  if (!context_.claim) {
    return {};
  }
  if (identity_.empty()) {
    auto known = identify(*server_, target_name(options_), target_, how);
    if (!known) {
      return fail(std::move(known));
    }
    identity_ = std::move(*known);
  }
  for (size_t i = 0; i < identity_.size(); ++i) {
    if (auto ok = context_.claim(identity_[i], how); !ok) {
      identity_.resize(i); // only what is claimed is given up
      return ok;
    }
  }
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

// -- writing ------------------------------------------------------------------

expected<void> postgres_sink_driver::write(const page& rows) {
  if (rows.empty()) {
    return {};
  }
  if (!writer_) {
    if (auto ok = prepare(rows); !ok) {
      return ok;
    }
    if (!writer_) {
      without_fields_ += rows.size();
      return {};
    }
  }
  return writer_->write(rows);
}

// -- ending -------------------------------------------------------------------

expected<void> postgres_sink_driver::flush() {
  return writer_ ? writer_->flush() : expected<void>{};
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
  if (overwrites() && writer_ && !(publish && ok)) {
    writer_->abandon();
    auto staging = writer_->table().quoted();
    static_cast<void>(server_->execute("DROP TABLE IF EXISTS " + staging)); // or in 7 days
  }
  if (writer_) {
    writer_->report();
    omitted_ = writer_->omitted();
  }
  omitted_.records += without_fields_;
  if (overwrites() && !(publish && ok)) {
    omitted_ = left_out::everything();
  }
  if (context_.warn && without_fields_ > 0) {
    context_.warn(std::to_string(without_fields_)
                  + " records have no field to make a table for and were skipped");
  }
  if (overwrites() && !identity_.empty()) {
    static_cast<void>(claim(table_use::done)); // which nobody refuses
  }
  writer_.reset();
  server_.reset();
  return ok;
}

expected<void> postgres_sink_driver::replace() {
  if (!target_ && writer_) {
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
  auto done =
    writer_ ? replace_rows(*server, *target_, &writer_->table(), writer_->filled_columns(), fence())
            : replace_rows(*server, *target_, nullptr, {}, fence());
  if (!done) {
    done.error().what =
      "the rows of table " + target_->quoted() + " cannot be replaced: " + done.error().what;
  }
  return done;
}

} // namespace

sink_descriptor postgres_sink() {
  return describe_sink<postgres_sink_driver, postgres_sink_options>(
    "postgres", "Writes records to a table of a PostgreSQL database.", {.upsert = true});
}

} // namespace faucet
