#include "connectors/sqlite/sqlite_sink.hpp"

#include "connectors/sql/table_making.hpp"
#include "connectors/sqlite/epoch_fence.hpp"
#include "connectors/sqlite/sqlite_sink_options.hpp"
#include "connectors/sqlite/staging_table.hpp"
#include "connectors/sqlite/target_table.hpp"
#include "connectors/table_target.hpp"
#include "database/quoting.hpp"

#include <unistd.h>

#include <filesystem>
#include <optional>

namespace faucet {

namespace {

class sqlite_sink_driver final : public sink_driver, public table_target, public fenced_sink {
public:
  explicit sqlite_sink_driver(sqlite_sink_options options)
    : options_(std::move(options)), planner_(options_.write) {
    // nop
  }

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
    return destination_of(options_);
  }

  [[nodiscard]] bool all_or_nothing() const override {
    return true; // each page is a transaction
  }

  void write_under(write_epoch mine) override {
    epoch_ = std::move(mine);
  }

private:
  expected<void> connect(const driver_context& context, sqlite_access access);
  /// Runs a step as one transaction, or leaves everything as it was.
  template <class Step>
  expected<void> transact(Step&& step);
  /// The same for what others see, so not once a later owner has begun.
  template <class Step>
  expected<void> transact_fenced(Step&& step);
  /// The writer, made with the table or the staging table where these are not there yet. False
  /// while there is no field to make a column of.
  expected<bool> prepare(const page& rows);
  expected<void> prepare_staging(const page& rows);
  /// The context for rows, whose failures and warnings are told as the destination's.
  [[nodiscard]] driver_context row_context() const;
  expected<void> write_rows(const page& rows);
  expected<void> replace();

  sqlite_sink_options options_;
  driver_context context_;
  std::optional<write_epoch> epoch_;
  std::optional<sqlite_epoch_fence> fence_; ///< stands from open on
  keyed_row_planner planner_;
  std::optional<sqlite_connection> database_; // before all that holds statements of it
  std::optional<staging_table> staging_;      ///< where rows go that are to replace others
  std::optional<table_writer> writer_;
  bool unsynced_ = false;
  uint64_t without_fields_ = 0; ///< records before there was a table
  left_out omitted_;            ///< once closed
};

// -- opening ----------------------------------------------------------------------

expected<void> sqlite_sink_driver::connect(const driver_context& context, sqlite_access access) {
  context_ = context;
  return open_target(options_, context, access).map([this](sqlite_connection opened) {
    database_ = std::move(opened);
  });
}

expected<void> sqlite_sink_driver::open(const driver_context& context, const sink_start&) {
  if (auto ok = connect(context, sqlite_access::create); !ok) {
    return ok;
  }
  auto table = find_target(*database_, options_);
  if (!table) {
    return fail(std::move(table));
  }
  if (auto ok = tune_for_writing(*database_, options_); !ok) {
    return ok;
  }
  if (epoch_) {
    fence_.emplace(*epoch_);
    if (auto ok = transact([this] { return fence_->raise(*database_); }); !ok) {
      return ok;
    }
  }
  if (overwrites()) {
    return transact([this] { return drop_stale_staging(*database_, options_.table_name); });
  }
  if (table->exists()) {
    auto writer = writer_for(*database_, options_, std::move(*table));
    if (!writer) {
      return fail(std::move(writer));
    }
    writer_ = std::move(*writer);
  }
  return {};
}

expected<void> sqlite_sink_driver::probe(const driver_context& context) {
  auto address = parse_sqlite_address(options_.database_url).value();
  auto path = std::filesystem::path{address.path};
  std::error_code ignored;
  if (!address.in_memory() && address.access != sqlite_access::read_write
      && !std::filesystem::exists(path, ignored)) {
    auto folder = path.parent_path().empty() ? std::filesystem::path{"."} : path.parent_path();
    if (::access(folder.c_str(), W_OK) != 0) {
      return fail(ec::sink_failed, "the database cannot be made here", path.string());
    }
    return {};
  }
  if (auto ok = connect(context, sqlite_access::read_write); !ok) {
    return ok;
  }
  auto table = find_target(*database_, options_);
  if (!table) {
    return fail(std::move(table));
  }
  auto writer = table->exists()
                  ? writer_for(*database_, options_, std::move(*table)).map([](const auto&) {})
                  : expected<void>{};
  database_.reset();
  return writer;
}

// -- writing ----------------------------------------------------------------------

template <class Step>
expected<void> sqlite_sink_driver::transact(Step&& step) {
  if (auto ok = database_->execute("BEGIN IMMEDIATE"); !ok) {
    return ok;
  }
  auto outcome = step();
  if (outcome) {
    outcome = database_->execute("COMMIT");
  }
  if (!outcome) {
    database_->roll_back();
    return outcome;
  }
  unsynced_ = true;
  return {};
}

template <class Step>
expected<void> sqlite_sink_driver::transact_fenced(Step&& step) {
  return transact([&] {
    auto ok = fence_ ? fence_->check(*database_) : expected<void>{};
    return ok ? step() : ok;
  });
}

expected<void> sqlite_sink_driver::prepare_staging(const page& rows) {
  auto target = read_table(*database_, options_.table_name);
  if (!target) {
    return fail(std::move(target));
  }
  staging_.emplace(options_.table_name);
  if (!target->exists()) {
    return create_target(*database_, options_, staging_->name(), rows);
  }
  return cannot_be_made("table \"" + staging_->name() + "\"",
                        context_.reject ? staging_->create_demanding(*database_, *target)
                                        : staging_->create_like(*database_, *target));
}

driver_context sqlite_sink_driver::row_context() const {
  auto result = context_;
  if (staging_ && context_.warn) {
    result.warn = [this](std::string text) {
      context_.warn(staging_->in_terms_of_target({ec::none, std::move(text), {}}).what);
    };
  }
  if (staging_ && context_.reject) {
    result.reject = [this](size_t row, error why) {
      context_.reject(row, staging_->in_terms_of_target(std::move(why)));
    };
  }
  return result;
}

expected<bool> sqlite_sink_driver::prepare(const page& rows) {
  if (overwrites()) {
    if (auto ok = prepare_staging(rows); !ok) {
      return fail(std::move(ok));
    }
  }
  const auto& name = overwrites() ? staging_->name() : options_.table_name;
  auto table = read_table(*database_, name);
  // Within the transaction: somebody else may have made it since it was looked for.
  if (table && !table->exists() && !overwrites()) {
    if (auto ok = create_target(*database_, options_, name, rows); !ok) {
      return fail(std::move(ok));
    }
    table = read_table(*database_, name);
  }
  if (!table) {
    return fail(std::move(table));
  }
  if (!table->exists()) {
    staging_.reset();
    return false;
  }
  auto writer = writer_for(*database_, options_, std::move(*table));
  if (!writer) {
    return fail(std::move(writer));
  }
  writer_ = std::move(*writer);
  return true;
}

expected<void> sqlite_sink_driver::write_rows(const page& rows) {
  const auto* plan = options_.write.keyed() ? &planner_.plan(rows) : nullptr;
  if (plan != nullptr && plan->writes.empty()) {
    return give_up_keyless(*plan, context_);
  }
  if (!writer_) {
    auto ready = prepare(rows);
    if (!ready) {
      return fail(std::move(ready));
    }
    if (!*ready) {
      without_fields_ += rows.size();
      return {};
    }
  }
  return plan != nullptr ? writer_->apply(rows, *plan, context_)
                         : writer_->insert(rows, row_context());
}

expected<void> sqlite_sink_driver::write(const page& rows) {
  if (rows.empty()) {
    return {};
  }
  auto prepared = writer_.has_value();
  auto before = prepared ? writer_->not_written() : table_writer::left_out_counts{};
  auto outcome = transact_fenced([&] { return write_rows(rows); });
  if (!outcome && !prepared) { // what it was made for is rolled back
    writer_.reset();
    staging_.reset();
  } else if (!outcome) {
    writer_->take_back(before);
  }
  return outcome;
}

expected<void> sqlite_sink_driver::flush() {
  if (!database_ || !unsynced_) {
    return {};
  }
  unsynced_ = false;
  return database_->sync();
}

// -- the end ----------------------------------------------------------------------

expected<void> sqlite_sink_driver::replace() {
  if (staging_) {
    return transact_fenced([this] {
      auto swapped = staging_->swap(*database_).map_error([this](error why) {
        return staging_->in_terms_of_target(std::move(why));
      });
      return swapped.map([this](uint64_t dropped) {
        omitted_.records += dropped;
        if (dropped > 0 && context_.warn) {
          context_.warn("table \"" + options_.table_name
                        + "\": ON CONFLICT IGNORE, or a trigger, let " + std::to_string(dropped)
                        + " records go");
        }
      });
    });
  }
  auto target = read_table(*database_, options_.table_name);
  if (!target || !target->exists()) {
    return target ? expected<void>{} : fail(std::move(target));
  }
  auto statement = "DELETE FROM " + sql_identifier(options_.table_name);
  return transact_fenced([&] { return database_->execute(statement); });
}

expected<void> sqlite_sink_driver::close(ending how) {
  if (!database_) {
    return {};
  }
  if (writer_) {
    writer_->report(row_context());
    omitted_.records = writer_->not_written().skipped + writer_->not_written().dropped;
  }
  if (without_fields_ > 0 && context_.warn) {
    context_.warn(std::to_string(without_fields_)
                  + " records have no field to make a table for and were skipped");
  }
  omitted_.records += without_fields_;
  writer_.reset();
  expected<void> outcome;
  if (overwrites() && how == ending::completed) {
    outcome = replace();
  }
  if (staging_ && (how != ending::completed || !outcome)) {
    auto dropped = transact([this] { return staging_->drop(*database_); });
    if (!dropped && context_.warn) {
      context_.warn("table \"" + staging_->name()
                    + "\" is left behind: " + render(dropped.error()));
    }
  }
  if (outcome) {
    outcome = flush();
  }
  database_.reset();
  if (overwrites() && (how != ending::completed || !outcome)) {
    omitted_ = left_out::everything();
  }
  return outcome;
}

} // namespace

sink_descriptor sqlite_sink() {
  return describe_sink<sqlite_sink_driver, sqlite_sink_options>(
    "sqlite", "Writes records to a table of a SQLite database.", {.upsert = true});
}

} // namespace faucet
