#include "connectors/postgres/postgres_source.hpp"

#include "connectors/postgres/bound_statement.hpp"
#include "connectors/postgres/read_session.hpp"
#include "connectors/postgres/row_reader.hpp"
#include "connectors/postgres/source_options.hpp"
#include "connectors/postgres/table_listing.hpp"

namespace faucet {

namespace {

class postgres_source_driver final : public source_driver {
public:
  explicit postgres_source_driver(postgres_source_options options) : options_(std::move(options)) {
    // nop
  }

  expected<void> open(const driver_context& context, const std::optional<bookmark>&) override {
    context_ = context;
    if (auto ok = prepare(context); !ok) {
      return ok;
    }
    return server_->start_rows(statement_.sql, statement_.parameters());
  }

  expected<std::optional<page>> next() override {
    if (!server_) {
      return std::nullopt;
    }
    while (!builder_.full(options_.batch_size)) {
      auto row = server_->next_row();
      if (!row) {
        return end_of(std::move(row));
      }
      if (!*row) {
        server_.reset();
        break;
      }
      auto record = reader_->read(**row, builder_);
      if (!record) {
        return fail(std::move(record));
      }
      builder_.add(*record);
    }
    auto rows = builder_.finish();
    return rows.empty() ? std::nullopt : std::optional{std::move(rows)};
  }

  expected<void> probe(const driver_context& context) override {
    return prepare(context);
  }

  expected<std::vector<dataset>> discover(const driver_context& context) override {
    auto server = open_read_session(options_, context);
    if (!server) {
      return fail(std::move(server));
    }
    return list_tables(*server);
  }

private:
  /// All that comes before reading.
  expected<void> prepare(const driver_context& context) {
    auto server = open_read_session(options_, context);
    if (!server) {
      return fail(std::move(server));
    }
    statement_.sql = options_.query.text;
    for (const auto& x : options_.params) {
      statement_.values.push_back(parameter_text(x));
    }
    auto columns = server->describe(statement_.sql);
    if (!columns) {
      return fail(std::move(columns));
    }
    if (auto ok = check_parameters(*columns, statement_, options_.params.size()); !ok) {
      return ok;
    }
    auto reader = pg_row_reader::make(*columns, {}, options_.json_big_numbers, *server);
    if (!reader) {
      return fail(std::move(reader));
    }
    reader_.emplace(std::move(*reader));
    server_.emplace(std::move(*server));
    return {};
  }

  /// A stopped read ends with what it has not read; a failed one fails.
  expected<std::optional<page>> end_of(expected<std::optional<pg_result>> failed) {
    server_.reset();
    if (context_.stopped() && failed.error().code == ec::cancelled) {
      return page{};
    }
    return fail(std::move(failed));
  }

  postgres_source_options options_;
  driver_context context_;
  bound_statement statement_;
  std::optional<pg_row_reader> reader_;
  std::optional<pg_connection> server_;
  page_builder builder_;
};

} // namespace

source_descriptor postgres_source() {
  return describe_source<postgres_source_driver, postgres_source_options>(
    "postgres", "Rows of a PostgreSQL query.", {.resumable = true});
}

} // namespace faucet
