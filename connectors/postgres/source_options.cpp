#include "connectors/postgres/source_options.hpp"

#include "connectors/batch_size.hpp"
#include "connectors/config_error.hpp"
#include "database/postgres/address_only_field.hpp"

namespace faucet {

void fields(option_visitor& v, postgres_source_options& x) {
  v.field("connection_url", x.connection_url, required,
          "The database: postgres://user:password@host:port/database, with the parameters of libpq "
          "(sslmode and more) behind a question mark.",
          {.secret = true, .leads_to = reach::server});
  address_only_field(v, x.address_only);
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

expected<void> check(const postgres_source_options& x, const node& config) {
  static constexpr std::array<std::string_view, 1> unsupported{"shard"};
  if (auto ok = refuse_unsupported(config, unsupported); !ok) {
    return ok;
  }
  for (size_t i = 0; i < x.params.size(); ++i) {
    if (x.params[i].list() != nullptr || x.params[i].map() != nullptr) {
      return config_error(config, "params", "params[" + std::to_string(i) + "] must be a scalar");
    }
  }
  auto query = check_query(x.query, x.replication, postgres_sql, cursor_token, config);
  if (!query) {
    return fail(std::move(query));
  }
  if (!x.replication.late_rows.empty() && query->uses(cursor_token)) {
    return config_error(config, "query",
                        "with \"late_rows\" rows are read whatever their cursor, so "
                          + std::string{cursor_token} + " has no value");
  }
  return {};
}

} // namespace faucet
