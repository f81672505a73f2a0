#include "state/history/outbox.hpp"

#include "state/history/record_columns.hpp"
#include "state/history/row_list.hpp"
#include "state/history/sql_transaction.hpp"
#include "state/history/storable_text.hpp"

#include <algorithm>

namespace faucet {

expected<std::vector<delivery>> outbox::take(uint32_t limit, std::chrono::milliseconds lease) {
  static const auto statement =
    "WITH chosen AS MATERIALIZED (SELECT id AS chosen_id FROM faucet_serve_outbox "
    "WHERE due_at <= {now} ORDER BY due_at, id LIMIT CAST($1 AS bigint) {skip locked}) "
    "UPDATE faucet_serve_outbox SET tries = tries + 1, due_at = {after $2} "
    "FROM chosen WHERE id = chosen_id RETURNING "
    + std::string{record_columns} + ", id, tries, callback";
  auto taken = repeatedly(database_, [&] {
    return database_.run(statement, {limit, milliseconds_value(lease)});
  });
  if (!taken) {
    return fail(std::move(taken));
  }
  std::vector<delivery> result;
  for (size_t i = 0; i < taken->rows(); ++i) {
    result.push_back({taken->number(i, record_column_count),
                      taken->number(i, record_column_count + 1),
                      taken->text(i, record_column_count + 2), read_record(*taken, i)});
  }
  std::sort(result.begin(), result.end(),
            [](const delivery& left, const delivery& right) { return left.id < right.id; });
  return result;
}

expected<void> outbox::settle(std::span<const uint64_t> ids) {
  row_list rows;
  for (auto id : ids) {
    rows.add().number("settled", id);
  }
  if (rows.empty()) {
    return {};
  }
  auto settled = rows.finish();
  return repeatedly(database_, [&] {
    return database_
      .run("DELETE FROM faucet_serve_outbox "
           "WHERE id IN (SELECT settled FROM {rows $1: settled bigint})",
           {settled})
      .map([](const sql_answer&) {});
  });
}

expected<void> outbox::postpone(uint64_t id, std::chrono::milliseconds pause,
                                const std::string& error) {
  return repeatedly(database_, [&] {
    return database_
      .run("UPDATE faucet_serve_outbox SET due_at = {after $2}, last_error = $3 "
           "WHERE id = CAST($1 AS bigint)",
           {id, milliseconds_value(pause), storable_text(error)})
      .map([](const sql_answer&) {});
  });
}

} // namespace faucet
