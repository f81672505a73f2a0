#include "state/history/sql_member_registry.hpp"

#include "state/history/record_columns.hpp"
#include "state/history/sql_transaction.hpp"

namespace faucet {

namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string result;
  for (const auto& x : names) {
    result += (result.empty() ? "" : ",") + x;
  }
  return result;
}

std::vector<std::string> split(std::string_view names) {
  std::vector<std::string> result;
  while (!names.empty()) {
    auto comma = std::min(names.find(','), names.size());
    result.emplace_back(names.substr(0, comma));
    names.remove_prefix(std::min(comma + 1, names.size()));
  }
  return result;
}

expected<void> write_heartbeat(sql_driver& database, const member_facts& facts) {
  auto written = database.run(
    "INSERT INTO faucet_serve_instances (instance_id, started_at, last_heartbeat, listen, mesh, "
    "max_concurrent, in_flight) VALUES ($1, {now}, {now}, $2, $3, CAST($4 AS bigint), "
    "CAST($5 AS bigint)) ON CONFLICT (instance_id) DO UPDATE SET "
    "last_heartbeat = excluded.last_heartbeat, listen = excluded.listen, mesh = excluded.mesh, "
    "max_concurrent = excluded.max_concurrent, in_flight = excluded.in_flight",
    {facts.instance, text_or_null(facts.listen), text_or_null(facts.mesh), facts.max_concurrent,
     facts.in_flight});
  if (!written) {
    return fail(std::move(written));
  }
  auto pools = facts.pools ? sql_value{joined(*facts.pools)} : sql_value{std::nullopt};
  auto clustered =
    facts.clustered ? sql_value{uint64_t{*facts.clustered}} : sql_value{std::nullopt};
  return database
    .run("INSERT INTO faucet_serve_instance_caps (instance_id, state_format, pools, vault_keys, "
         "clustered) VALUES ($1, CAST($2 AS bigint), $3, $4, CAST($5 AS bigint)) "
         "ON CONFLICT (instance_id) DO UPDATE SET "
         "state_format = excluded.state_format, pools = excluded.pools, "
         "vault_keys = excluded.vault_keys, clustered = excluded.clustered",
         {facts.instance, facts.state_format, pools, text_or_null(joined(facts.vault_keys)),
          clustered})
    .map([](const sql_answer&) {});
}

live_member read_member(const sql_answer& from, size_t row) {
  live_member result;
  auto& facts = result.facts;
  facts.instance = from.text(row, 0);
  facts.listen = from.text(row, 1);
  facts.mesh = from.text(row, 2);
  facts.max_concurrent = static_cast<uint32_t>(from.number(row, 3));
  facts.in_flight = static_cast<uint32_t>(from.number(row, 4));
  facts.state_format = static_cast<uint32_t>(from.number(row, 5));
  if (const auto& pools = from.cell(row, 6)) {
    facts.pools = split(*pools);
  }
  facts.vault_keys = split(from.text(row, 9));
  if (from.cell(row, 10)) {
    facts.clustered = from.number(row, 10) != 0;
  }
  auto silence = read_time(from.text(row, 8)) - read_time(from.text(row, 7));
  result.silence = std::chrono::duration_cast<std::chrono::milliseconds>(silence);
  return result;
}

} // namespace

expected<void> sql_member_registry::heartbeat(const member_facts& facts) {
  return in_transaction(database_, [&] { return write_heartbeat(database_, facts); });
}

expected<std::vector<live_member>> sql_member_registry::live(std::chrono::milliseconds window) {
  if (window.count() <= 0) {
    return std::vector<live_member>{};
  }
  auto found = repeatedly(database_, [&] {
    return database_.run(
      "SELECT m.instance_id, m.listen, m.mesh, m.max_concurrent, m.in_flight, c.state_format, "
      "c.pools, m.last_heartbeat, {now}, c.vault_keys, c.clustered FROM faucet_serve_instances m "
      "LEFT JOIN faucet_serve_instance_caps c ON c.instance_id = m.instance_id "
      "WHERE m.last_heartbeat >= {before $1} ORDER BY m.instance_id",
      {milliseconds_value(window)});
  });
  if (!found) {
    return fail(std::move(found));
  }
  std::vector<live_member> result;
  for (size_t i = 0; i < found->rows(); ++i) {
    result.push_back(read_member(*found, i));
  }
  return result;
}

expected<void> sql_member_registry::leave(const std::string& instance) {
  return in_transaction(database_, [&]() -> expected<void> {
    for (const auto* statement :
         {"DELETE FROM faucet_serve_instances WHERE instance_id = $1",
          "DELETE FROM faucet_serve_instance_caps WHERE instance_id = $1"}) {
      if (auto ok = database_.run(statement, {instance}); !ok) {
        return fail(std::move(ok));
      }
    }
    return {};
  });
}

expected<void> prune_members(sql_driver& database, std::chrono::milliseconds silent_for) {
  auto gone = database.run("DELETE FROM faucet_serve_instances WHERE last_heartbeat < {before $1}",
                           {milliseconds_value(silent_for)});
  if (!gone) {
    return fail(std::move(gone));
  }
  return database
    .run("DELETE FROM faucet_serve_instance_caps WHERE instance_id NOT IN "
         "(SELECT instance_id FROM faucet_serve_instances)")
    .map([](const sql_answer&) {});
}

} // namespace faucet
