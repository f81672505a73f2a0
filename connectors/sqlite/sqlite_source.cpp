#include "connectors/sqlite/sqlite_source.hpp"

#include "config/to_value.hpp"
#include "connectors/bytes/file_identity.hpp"
#include "connectors/keyed_source.hpp"
#include "connectors/sql/cursor_position.hpp"
#include "connectors/sqlite/bound_query.hpp"
#include "connectors/sqlite/sqlite_source_options.hpp"
#include "connectors/sqlite/statement_rows.hpp"
#include "connectors/sqlite/table_listing.hpp"

namespace faucet {

namespace {

class sqlite_source_driver final : public source_driver, public keyed_source {
public:
  explicit sqlite_source_driver(sqlite_source_options options) : options_(std::move(options)) {
    // nop
  }

  expected<void> open(const driver_context& context,
                      const std::optional<bookmark>& resume) override;
  expected<std::optional<page>> next() override;
  expected<void> probe(const driver_context& context) override;
  expected<std::vector<dataset>> discover(const driver_context& context) override;

  [[nodiscard]] bool resumes() const override {
    return options_.replication.is_incremental();
  }

  [[nodiscard]] bool reads(const std::filesystem::path& file) const override {
    auto path = settings_of(options_).address.path;
    return file_identity(file) == file_identity(path);
  }

  [[nodiscard]] uint64_t keyless() const override {
    return position_ ? position_->missing() : 0;
  }

private:
  expected<void> connect(const driver_context& context);
  /// Adds rows to the page under construction until it is full; false at their end.
  expected<bool> fill();
  expected<void> add_row();
  /// The page under construction. A run that resumes ends with a bookmark even without rows.
  std::optional<page> finish_page();
  void warn_of_missing();

  sqlite_source_options options_;
  driver_context context_;
  std::optional<sqlite_connection> database_; // before what holds statements of it
  sqlite_statement statement_;
  statement_rows rows_;
  std::optional<cursor_position> position_; ///< of an incremental query
  size_t cursor_ = 0;                       ///< its column
  page_builder builder_;
  bool has_bookmarked_ = false;
};

expected<void> sqlite_source_driver::connect(const driver_context& context) {
  context_ = context;
  auto settings = settings_of(options_);
  settings.stop = context.stop;
  auto opened = sqlite_connection::open(std::move(settings));
  if (!opened) {
    return fail(std::move(opened));
  }
  database_ = std::move(*opened);
  if (options_.sandbox) {
    database_->forbid_attach();
  }
  return {};
}

expected<void> sqlite_source_driver::open(const driver_context& context,
                                          const std::optional<bookmark>& resume) {
  if (auto ok = connect(context); !ok) {
    return ok;
  }
  page_builder memory;
  value start;
  if (options_.replication.is_incremental()) {
    auto warn = context.warn ? context.warn : [](const std::string&) {};
    auto position = resume ? cursor_position::parse(*resume, warn)
                           : expected<cursor_position>{cursor_position{warn}};
    if (!position) {
      return fail(std::move(position));
    }
    position_ = std::move(*position);
    start = resume ? position_->start() : to_value(options_.replication.initial_value, memory);
  }
  auto statement = bound_query(*database_, options_, start);
  if (!statement) {
    return fail(std::move(statement));
  }
  statement_ = std::move(*statement);
  auto rows = statement_rows::of(*database_, statement_, options_.policy);
  if (!rows) {
    return fail(std::move(rows));
  }
  rows_ = std::move(*rows);
  if (position_) {
    cursor_ = rows_.fields()->find(options_.replication.column);
  }
  return {};
}

expected<void> sqlite_source_driver::add_row() {
  auto row = rows_.record(builder_);
  if (!row) {
    return fail(std::move(row));
  }
  if (position_) {
    const auto& cursor = row->as_object()[cursor_];
    if (cursor.kind() == kind::bytes || cursor.is_list() || cursor.is_object()) {
      return fail(ec::source_failed,
                  "replication.column \"" + options_.replication.column
                    + "\" holds a value that makes no bookmark: only numbers and texts do",
                  database_->name());
    }
    if (!position_->admit(cursor, *row)) {
      return {};
    }
  }
  builder_.add(*row);
  return {};
}

expected<bool> sqlite_source_driver::fill() {
  while (!builder_.full(options_.batch_size)) {
    auto more = statement_.step();
    if (!more || !*more) {
      return more;
    }
    if (auto ok = add_row(); !ok) {
      return fail(std::move(ok));
    }
  }
  return true;
}

std::optional<page> sqlite_source_driver::finish_page() {
  auto resume = position_ ? position_->to_bookmark() : std::nullopt;
  if (builder_.rows() == 0 && (!resume || has_bookmarked_)) {
    return std::nullopt;
  }
  has_bookmarked_ = resume.has_value();
  return builder_.finish(std::move(resume));
}

void sqlite_source_driver::warn_of_missing() {
  if (position_ && position_->missing() > 0 && context_.warn) {
    context_.warn(std::to_string(position_->missing()) + " rows have no value in the column \""
                  + options_.replication.column + "\" of the bookmark");
  }
}

expected<std::optional<page>> sqlite_source_driver::next() {
  if (!statement_) {
    return std::nullopt;
  }
  auto more = fill();
  if (!more && context_.stopped()) {
    return finish_page().value_or(page{});
  }
  if (!more) {
    return fail(std::move(more));
  }
  auto result = finish_page();
  if (*more) {
    return result ? std::move(*result) : builder_.finish();
  }
  warn_of_missing();
  statement_ = {};
  return result;
}

expected<void> sqlite_source_driver::probe(const driver_context& context) {
  auto outcome = open(context, std::nullopt);
  statement_ = {};
  database_.reset();
  return outcome;
}

expected<std::vector<dataset>> sqlite_source_driver::discover(const driver_context& context) {
  if (auto ok = connect(context); !ok) {
    return fail(std::move(ok));
  }
  return list_tables(*database_, context.warn);
}

} // namespace

source_descriptor sqlite_source() {
  return describe_source<sqlite_source_driver, sqlite_source_options>(
    "sqlite", "Rows of a query on a SQLite database.", {.resumable = true});
}

} // namespace faucet
