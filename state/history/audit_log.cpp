#include "state/history/audit_log.hpp"

#include "state/history/record_columns.hpp"
#include "state/history/sql_transaction.hpp"
#include "state/history/storable_text.hpp"

namespace faucet {

expected<void> append_audit(sql_driver& database, const audit_entry& x) {
  return database.postpone(
    "INSERT INTO faucet_serve_audit (id, ts, principal, role, action, run_id, "
    "config_fingerprint, source_ip, result, target, detail) "
    "VALUES ($1, {now}, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING",
    {x.id, text_or_null(x.principal), text_or_null(x.role), x.action, text_or_null(x.run),
     text_or_null(x.config_fingerprint), text_or_null(x.source_ip), x.result,
     text_or_null(storable_text(x.target)), text_or_null(storable_text(x.detail))});
}

expected<void> audit_log::append(const audit_entry& x) {
  return repeatedly(database_, [&] { return append_audit(database_, x); });
}

expected<std::vector<audit_entry>> audit_log::read(const audit_filter& filter) {
  auto found = repeatedly(database_, [&] {
    return database_.run(
      "SELECT id, ts, principal, role, action, run_id, config_fingerprint, "
      "source_ip, result, target, detail FROM faucet_serve_audit "
      "WHERE ($1 = '' OR principal = $1) AND ($2 = '' OR action = $2) "
      "AND ($3 = '' OR run_id = $3) AND ($4 = '' OR id < $4) "
      "ORDER BY id DESC LIMIT CAST($5 AS bigint)",
      {filter.principal, filter.action, filter.run, filter.before, filter.limit});
  });
  if (!found) {
    return fail(std::move(found));
  }
  std::vector<audit_entry> result;
  for (size_t i = 0; i < found->rows(); ++i) {
    result.push_back({found->text(i, 0), read_time(found->text(i, 1)), found->text(i, 2),
                      found->text(i, 3), found->text(i, 4), found->text(i, 5), found->text(i, 6),
                      found->text(i, 7), found->text(i, 8), found->text(i, 9), found->text(i, 10)});
  }
  return result;
}

} // namespace faucet
