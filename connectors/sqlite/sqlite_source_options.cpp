#include "connectors/sqlite/sqlite_source_options.hpp"

#include "connectors/batch_size.hpp"
#include "connectors/config_error.hpp"

#include <algorithm>
#include <array>

namespace faucet {

void fields(option_visitor& v, sqlite_source_options& x) {
  v.field("database_url", x.database_url, required,
          "The database: a path, sqlite:path or :memory:, with ?mode=ro where it must not even be "
          "opened for writing.",
          {.leads_to = reach::database});
  v.field("query", x.query, required, "One SELECT.");
  v.field("params", x.params, std::vector<node>{},
          "Values of the query's parameters: of each ? in turn, or of ?1, $1, :1 by number.");
  v.field("replication", x.replication, query_replication{},
          "Whether each run reads all rows or only those behind the bookmark.");
  batch_size_field(v, x.batch_size);
  v.field("max_connections", x.max_connections, uint32_t{10},
          "Accepted as of every database. One connection reads.", {.minimum = 1});
  v.field("sandbox", x.sandbox, false, "Refuse queries that attach other databases.",
          {.confines = true});
  v.field("shard", x.shard, "Not supported by this build.");
  v.field("invalid_utf8", x.policy, invalid_utf8::refuse,
          "What to do with text that is not UTF-8: end with an error that names the row, or "
          "replace what is wrong by U+FFFD.");
}

expected<void> check(const sqlite_source_options& x, const node& config) {
  static constexpr std::array<std::string_view, 1> unsupported{"shard"};
  if (auto ok = refuse_unsupported(config, unsupported); !ok) {
    return ok;
  }
  auto address = parse_sqlite_address(x.database_url);
  if (!address) {
    return config_error(config, "database_url", "database_url: " + address.error().what);
  }
  auto scalar = [](const node& param) { return param.list() == nullptr && param.map() == nullptr; };
  if (!std::all_of(x.params.begin(), x.params.end(), scalar)) {
    return config_error(config, "params", "params: expected numbers, texts, booleans and nulls");
  }
  return check_query(x.query, x.replication, sqlite_sql, sqlite_cursor_token, config)
    .map([](const query_text&) {});
}

sqlite_settings settings_of(const sqlite_source_options& x) {
  return {.address = parse_sqlite_address(x.database_url).value(),
          .access = sqlite_access::read_write,
          .interrupts = true,
          .busy_timeout = std::chrono::seconds{60},
          .refused = ec::source_failed};
}

} // namespace faucet
