#include "connectors/postgres/source_options.hpp"

#include "connectors/batch_size.hpp"
#include "connectors/config_error.hpp"

namespace faucet {

void fields(option_visitor& v, pg_replication& x) {
  v.field("type", x.type, replication_type::full,
          "full reads all rows in each run; incremental those from the last cursor value on.");
  v.field("column", x.column, std::string{},
          "The cursor: an output column of the query by which rows are read in order.");
  v.field("initial_value", x.initial_value,
          "Where the first run begins, this value included. Without it at the lowest.");
  v.field("late_rows", x.late_rows, std::string{},
          "An output column that holds the transaction that wrote the row (the system column xmin, "
          "or one that defaults to pg_current_xact_id()). Rows are then read once no transaction "
          "before theirs is running, so none is missed that commits late below the cursor. The "
          "column itself is left out of the records.");
}

void fields(option_visitor& v, postgres_source_options& x) {
  v.field("connection_url", x.connection_url, required,
          "The database: postgres://user:password@host:port/database, with the parameters of libpq "
          "(sslmode and more) behind a question mark.",
          {.secret = true});
  v.field("query", x.query, required, "The SELECT whose rows are read.");
  v.field("params", x.params, std::vector<node>{},
          "Values of $1, $2 and so on in the query: scalars.");
  v.field("max_connections", x.max_connections, uint32_t{10},
          "Connections at most. A source uses one.", {.minimum = 1});
  batch_size_field(v, x.batch_size);
  v.field("replication", x.replication, pg_replication{}, "Which of the rows a run reads.");
  v.field("state_key", x.state_key,
          "Accepted as of every connector. Runs keep the bookmark under the key of their row.");
  v.field("read_timeout_secs", x.read_timeout_secs, uint64_t{3600},
          "A run fails when the server is silent for so long. 0 waits for ever.",
          {.maximum = 1'000'000'000});
  v.field("json_big_numbers", x.json_big_numbers, big_numbers::fail,
          "What becomes of a number in a JSON column that a double cannot hold exactly: fail ends "
          "the run, string makes it a string, number keeps it as it is.");
  v.field("shard", x.shard, "Not supported by this build.");
}

namespace {

constexpr std::array<std::string_view, 1> unsupported{"shard"};

expected<void> check(const pg_replication& x, const node& config) {
  const auto* block = config.find("replication");
  if (block == nullptr) {
    return {};
  }
  if (x.type == replication_type::incremental) {
    if (x.column.empty()) {
      return config_error(*block, "type", "incremental replication needs the \"column\" to go by");
    }
  } else if (!x.column.empty() || x.initial_value || !x.late_rows.empty()) {
    return config_error(*block, "type",
                        "\"column\", \"initial_value\" and \"late_rows\" are of replication type "
                        "incremental");
  }
  if (x.initial_value
      && (x.initial_value->list() != nullptr || x.initial_value->map() != nullptr)) {
    return config_error(*block, "initial_value", "\"initial_value\" must be a scalar");
  }
  if (!x.late_rows.empty() && x.late_rows == x.column) {
    return config_error(*block, "late_rows",
                        "\"late_rows\" and \"column\" must be two columns of the query");
  }
  return {};
}

} // namespace

expected<void> check(const postgres_source_options& x, const node& config) {
  if (auto ok = refuse_unsupported(config, unsupported); !ok) {
    return ok;
  }
  for (size_t i = 0; i < x.params.size(); ++i) {
    if (x.params[i].list() != nullptr || x.params[i].map() != nullptr) {
      return config_error(config, "params", "params[" + std::to_string(i) + "] must be a scalar");
    }
  }
  return check(x.replication, config);
}

} // namespace faucet
