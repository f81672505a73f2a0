#include "state/history/event_log.hpp"

#include "state/history/record_columns.hpp"
#include "state/history/sql_transaction.hpp"

namespace faucet {

namespace {

constexpr std::string_view of_all =
  "SELECT seq, run_id, at, kind, owner, epoch, detail FROM faucet_serve_events "
  "WHERE seq > CAST($1 AS bigint) ORDER BY seq LIMIT CAST($2 AS bigint)";

constexpr std::string_view of_one =
  "SELECT seq, run_id, at, kind, owner, epoch, detail FROM faucet_serve_events "
  "WHERE run_id = $3 AND seq > CAST($1 AS bigint) ORDER BY seq LIMIT CAST($2 AS bigint)";

} // namespace

expected<std::vector<history_event>> event_log::read(const std::optional<std::string>& run,
                                                     uint64_t after, uint32_t limit) {
  std::vector<sql_value> parameters{after, limit};
  if (run) {
    parameters.emplace_back(*run);
  }
  auto found =
    repeatedly(database_, [&] { return database_.execute(run ? of_one : of_all, parameters); });
  if (!found) {
    return fail(std::move(found));
  }
  std::vector<history_event> result;
  for (size_t i = 0; i < found->rows(); ++i) {
    result.push_back({found->number(i, 0), found->text(i, 1), read_time(found->text(i, 2)),
                      found->text(i, 3), found->text(i, 4), found->number(i, 5),
                      found->text(i, 6)});
  }
  return result;
}

} // namespace faucet
