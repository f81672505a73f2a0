#include "connectors/postgres/read_session.hpp"

namespace faucet {

expected<pg_connection> open_read_session(const postgres_source_options& options,
                                          const driver_context& context) {
  auto server = pg_connection::open({
    .address = options.connection_url,
    .address_only = options.address_only,
    .stop = context.stop,
    .timeout = std::chrono::seconds{options.read_timeout_secs},
    .refused = ec::source_failed,
  });
  if (!server) {
    return server;
  }
  // The settings end with the transaction: behind a pooler the next one belongs to somebody else.
  for (const auto* sql : {
         "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY",
         "SELECT pg_catalog.set_config('DateStyle', 'ISO, MDY', true), "
         "pg_catalog.set_config('IntervalStyle', 'postgres', true), "
         "pg_catalog.set_config('TimeZone', 'UTC', true), "
         "pg_catalog.set_config('extra_float_digits', '1', true), "
         "pg_catalog.set_config('bytea_output', 'hex', true)",
       }) {
    if (auto done = server->execute(sql); !done) {
      return fail(std::move(done));
    }
  }
  return server;
}

} // namespace faucet
