#include "connectors/postgres/opened_table.hpp"

namespace faucet {

expected<opened_table> identify(pg_connection& server, const pg_table_name& name,
                                const std::optional<pg_relation>& found) {
  // A server is told apart by the microsecond it was started in: its address has many spellings,
  // and what else is unique of it may be read by few users.
  auto place = server.execute("SELECT pg_catalog.pg_postmaster_start_time(), d.oid, "
                              "pg_catalog.current_schema() FROM pg_catalog.pg_database d "
                              "WHERE d.datname = pg_catalog.current_database()");
  if (!place) {
    return fail(std::move(place));
  }
  if (place->rows() != 1) {
    return fail(ec::internal, "the server does not know its database", server.name());
  }
  auto made = name.split_at_dot().value_or(name);
  if (!made.schema) {
    made.schema = place->text(0, 2);
  }
  auto table = found ? pg_table_name{found->schema, found->name} : made;
  return opened_table{std::string{place->text(0, 0)} + "/" + std::string{place->text(0, 1)} + "/"
                        + table.quoted(),
                      "table " + table.quoted()};
}

} // namespace faucet
