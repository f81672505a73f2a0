#include "connectors/postgres/postgres_source.hpp"

#include "connectors/keyed_source.hpp"
#include "connectors/postgres/incremental_read.hpp"
#include "connectors/postgres/read_session.hpp"
#include "connectors/postgres/row_reader.hpp"
#include "connectors/postgres/source_options.hpp"
#include "connectors/postgres/table_listing.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// The query as it is. Where it uses the cursor token, which has no type yet, it can be described
/// but not run.
bound_statement plain_statement(const query_text& query, const postgres_source_options& options) {
  bound_statement result;
  for (const auto& x : options.params) {
    result.values.push_back(parameter_text(x));
  }
  std::vector<std::string> tokens;
  result.sql = query.render([&](std::string_view token) -> std::string {
    if (token == cursor_token) {
      return "NULL";
    }
    auto known = std::ranges::find(tokens, token);
    auto number = static_cast<size_t>(known - tokens.begin()) + options.params.size() + 1;
    if (known == tokens.end()) {
      tokens.emplace_back(token);
      result.values.push_back(token_value(options.query, token));
    }
    return "$" + std::to_string(number);
  });
  return result;
}

class postgres_source_driver final : public source_driver, public keyed_source {
public:
  explicit postgres_source_driver(postgres_source_options options) : options_(std::move(options)) {
    // nop
  }

  expected<void> open(const driver_context& context,
                      const std::optional<bookmark>& resume) override {
    context_ = context;
    auto columns = prepare(context);
    if (!columns) {
      return fail(std::move(columns));
    }
    if (!options_.replication.is_incremental()) {
      return server_->start_rows(statement_.sql, statement_.parameters());
    }
    auto started =
      incremental_read::start(options_, *query_, resume, context, *columns, *reader_, *server_);
    if (!started) {
      return fail(std::move(started));
    }
    incremental_.emplace(std::move(*started));
    return start_next_statement();
  }

  expected<std::optional<page>> next() override {
    if (has_ended_) {
      return std::nullopt;
    }
    while (server_ && !builder_.full(options_.batch_size)) {
      auto row = server_->next_row();
      if (!row) {
        return end_of(std::move(row));
      }
      if (*row) {
        if (auto ok = add(**row); !ok) {
          return fail(std::move(ok));
        }
        continue;
      }
      if (auto ok = start_next_statement(); !ok) {
        return fail(std::move(ok));
      }
      if (server_ && builder_.rows() > 0) {
        break; // a page has rows of one statement only
      }
    }
    if (!server_) {
      return last_page();
    }
    if (!incremental_) {
      return builder_.finish();
    }
    delivered_ = incremental_->position();
    return builder_.finish(delivered_);
  }

  expected<void> probe(const driver_context& context) override {
    auto columns = prepare(context);
    if (!columns || !options_.replication.is_incremental()) {
      return columns.map([](const auto&) {});
    }
    return incremental_read::start(options_, *query_, std::nullopt, context, *columns, *reader_,
                                   *server_)
      .map([](const auto&) {});
  }

  [[nodiscard]] uint64_t keyless() const override {
    return incremental_ ? incremental_->keyless() : 0;
  }

  [[nodiscard]] bool resumes() const override {
    return options_.replication.is_incremental();
  }

  expected<std::vector<dataset>> discover(const driver_context& context) override {
    auto server = open_read_session(options_, context);
    if (!server) {
      return fail(std::move(server));
    }
    return list_tables(*server);
  }

private:
  /// All that comes before reading. Gives the columns of the query.
  expected<pg_result> prepare(const driver_context& context) {
    auto query = query_text::scan(options_.query.text, postgres_sql, cursor_token);
    if (!query) {
      return fail(std::move(query));
    }
    query_.emplace(std::move(*query));
    auto server = open_read_session(options_, context);
    if (!server) {
      return fail(std::move(server));
    }
    statement_ = plain_statement(*query_, options_);
    auto columns = server->describe(statement_.sql);
    if (!columns) {
      return columns;
    }
    if (auto ok = check_parameters(*columns, statement_, options_.params.size()); !ok) {
      return fail(std::move(ok));
    }
    auto reader = pg_row_reader::make(*columns, options_.replication.late_rows,
                                      options_.json_big_numbers, *server);
    if (!reader) {
      return fail(std::move(reader));
    }
    reader_.emplace(std::move(*reader));
    server_.emplace(std::move(*server));
    return columns;
  }

  /// Closes the connection where there is nothing more to read.
  expected<void> start_next_statement() {
    auto more = incremental_ ? incremental_->next_statement() : std::nullopt;
    if (!more) {
      server_.reset();
      return {};
    }
    return server_->start_rows(more->sql, more->parameters());
  }

  expected<void> add(const pg_result& row) {
    auto record = reader_->read(row, builder_);
    if (!record) {
      return fail(std::move(record));
    }
    if (!incremental_ || incremental_->admit(*record)) {
      builder_.add(*record);
    }
    return {};
  }

  /// What is left, and where the next run reads on: also without records, unless it is known.
  std::optional<page> last_page() {
    has_ended_ = true;
    auto end = incremental_ ? incremental_->end() : std::nullopt;
    if (builder_.rows() == 0 && (!end || end == delivered_)) {
      return std::nullopt;
    }
    return builder_.finish(std::move(end));
  }

  /// A stopped read ends with what it has not read; a failed one fails.
  expected<std::optional<page>> end_of(expected<std::optional<pg_result>> failed) {
    has_ended_ = true;
    if (context_.stopped() && failed.error().code == ec::cancelled) {
      return page{};
    }
    return fail(std::move(failed));
  }

  postgres_source_options options_;
  driver_context context_;
  std::optional<query_text> query_;
  bound_statement statement_; ///< of a full read; describes any
  std::optional<pg_row_reader> reader_;
  std::optional<incremental_read> incremental_;
  std::optional<pg_connection> server_; ///< while there is something to read
  bool has_ended_ = false;
  std::optional<bookmark> delivered_; ///< the last one that went out with a page
  page_builder builder_;
};

} // namespace

source_descriptor postgres_source() {
  return describe_source<postgres_source_driver, postgres_source_options>(
    "postgres", "Rows of a PostgreSQL query.", {.resumable = true});
}

} // namespace faucet
